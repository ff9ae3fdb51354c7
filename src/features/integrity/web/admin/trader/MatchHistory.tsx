import { useEffect, useRef, useState } from 'react'
import { sourceNames } from '#features/integrity/level-texts.ts'
import { matchLines } from '#features/integrity/match-lines.ts'
import * as format from '#shared/format/format.ts'
import { outsideLink } from '#web/outside-link.ts'
import { opensInNewTab } from '#web/screen-texts.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EndMatchDialog } from './account-dialogs.ts'
import type { TraderIntegrity, TraderMatch } from './trader-integrity.ts'

/** Every comparison with an external source, newest first; the one that counts can be ended. */
export function MatchHistory({ data: { matches, trader, level } }: { data: TraderIntegrity }) {
  const [ended, setEnded] = useState<TraderMatch | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const isEnding = ended !== null
  const canEnd = matches.some(({ in_force: inForce }) => inForce)
  const before = useRef(isEnding)
  useEffect(() => {
    // The button that opened the question is gone with the match: the list takes the focus.
    if (before.current && !isEnding && !canEnd) list.current?.focus()
    before.current = isEnding
  }, [isEnding, canEnd])
  if (matches.length === 0) return <p className="text-ui text-ink-2">Nessun riscontro registrato finora.</p>
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Riscontri registrati">
        {matches.map((match) => (
          <li key={match.match_id} className="border-b border-line py-3 text-ui last:border-b-0">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <span>
                <b>{sourceNames[match.source] ?? match.source}</b>{' '}
                <span className="text-ink-3">
                  {format.dateTime(match.matched_at)}
                  {match.decided_by === null ? '' : `, da ${match.decided_by}`}
                </span>
              </span>
              <State match={match} />
            </p>
            <p className="mt-1 text-ink-2">{figuresOf(match)}</p>
            {match.link !== null && (
              <p className="mt-1 [overflow-wrap:anywhere]">
                <a href={match.link} {...outsideLink}>
                  {match.link}
                  <span className="sr-only"> {opensInNewTab}</span>
                </a>
              </p>
            )}
            <p className="mt-1 whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">{match.reason}</p>
            {match.in_force && (
              <p className="mt-2">
                <Button size="sm" variant="danger-line" onClick={() => setEnded(match)}>
                  Ritira il riscontro
                </Button>
              </p>
            )}
          </li>
        ))}
      </ul>
      {ended !== null && <EndMatchDialog match={ended} trader={trader} level={level} onClose={() => setEnded(null)} />}
    </>
  )
}

function State({ match }: { match: TraderMatch }) {
  if (match.in_force) return <Badge tone="ok">In vigore fino al {format.date(match.valid_until)}</Badge>
  if (!match.accepted) return <Badge tone="danger">Cifre troppo diverse</Badge>
  if (match.revoked_at !== null) return <Badge tone="neutral">Finito il {format.date(match.revoked_at)}</Badge>
  return <Badge tone="neutral">Scaduto il {format.date(match.valid_until)}</Badge>
}

function figuresOf({ compared }: TraderMatch): string {
  const pairs = matchLines(compared).map(
    ({ name, there, here, print, gap }) =>
      `${name}: ${print(there)} (qui ${print(here)}${gap === null ? '' : `, differenza ${gap}`})`,
  )
  return `${pairs.join('. ')}.`
}
