import * as format from '#shared/format/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { AdminCase } from '../cases.ts'
import { Evidence } from '../Evidence.tsx'

type Tag = AdminCase['tags'][number]

const audienceTexts: Record<Tag['audience'], string> = {
  public: 'Pubblica',
  owner: 'Vista dal trader',
  silent: 'Solo amministratori',
}

/** Everything that was found of the account, that of the silent rules too. */
export function AccountTags({ tags, currency }: { tags: readonly Tag[]; currency: string }) {
  return (
    <Panel title="Tutte le segnalazioni del conto">
      {tags.length === 0 && <p className="text-ui text-ink-2">Nessun’altra.</p>}
      {tags.map((tag) => (
        <details key={tag.code} className="border-b border-line py-2 text-ui last:border-b-0">
          <summary className="min-h-6">
            <b>{tag.name}</b>{' '}
            <Badge tone={tag.audience === 'silent' ? 'brass' : 'neutral'}>{audienceTexts[tag.audience]}</Badge>{' '}
            <span className="text-ink-3">
              {tag.rule}, {format.counted(tag.occurrences, 'volta', 'volte')}, {format.date(tag.last_at)}
            </span>
          </summary>
          <p className="mt-1.5 text-ink-2">{tag.text}</p>
          <div className="mt-2">
            <Evidence evidence={tag.evidence} terms={tag.terms} currency={currency} />
          </div>
        </details>
      ))}
    </Panel>
  )
}
