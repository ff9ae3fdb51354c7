import { useState } from 'react'
import * as format from '#shared/format/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { isDecided, statusTones, statusTexts, type OwnCase } from '../cases.ts'
import { Evidence } from '../Evidence.tsx'
import { readDraft } from './drafts.ts'
import { ReplyForm } from './ReplyForm.tsx'

/** One case of the own account: the observation, the figures, the answer, and what was decided. */
export function OwnCaseBox({ one }: { one: OwnCase }) {
  const decided = isDecided(one)
  const [now] = useState(() => Date.now())
  return (
    <article className="mt-2 rounded-md border border-line-2 px-3.5 py-3">
      <p className="flex flex-wrap gap-1.5">
        <Badge tone={statusTones[one.status]}>{statusTexts[one.status]}</Badge>
        {one.holds && one.status !== 'cleared' && <Badge tone="danger">Fuori classifica</Badge>}
      </p>
      <p className="mt-1.5">{one.observed}</p>
      {!decided && <p className="mt-1 text-ink-2">{one.answer}</p>}
      <p className="mt-1 text-label text-ink-3">
        Aperta il {format.date(one.opened_at)}
        {decided ? `, decisa il ${format.date(one.decided_at)}` : `. ${deadline(one.reply_by, now)}`}.
      </p>
      {decided && (
        <p className="mt-2 whitespace-pre-line [overflow-wrap:anywhere]">
          <b>Motivo della decisione.</b> {one.reason}
        </p>
      )}
      <details className="mt-2">
        <summary className="min-h-6 text-accent underline decoration-1 underline-offset-[3px]">Le cifre</summary>
        <div className="mt-2">
          <Evidence evidence={one.evidence} terms={one.terms} currency={one.currency} />
        </div>
      </details>
      {decided && one.reply !== null && (
        <p className="mt-2 whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
          <b>La tua risposta.</b> {one.reply}
        </p>
      )}
      {(!decided || readDraft(one.case_id) !== null) && <ReplyForm one={one} />}
    </article>
  )
}

/** An answer counts until the decision, on any day. */
function deadline(by: string, now: number): string {
  const day = format.date(by)
  return Date.parse(by) > now ? `Rispondi entro il ${day}` : `Il termine è passato il ${day}: puoi ancora rispondere`
}
