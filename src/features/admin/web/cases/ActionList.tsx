import { useQuery } from '@tanstack/react-query'
import type { listAudit } from '#features/admin/audit-contract.ts'
import { adminAddress } from '#shared/admin-pages.ts'
import { auditSentences } from '#shared/audit-actions.ts'
import * as format from '#shared/format/format.ts'
import { q } from '#web/api.ts'
import { live } from '#web/query.ts'
import { QueryError } from '#web/ui/QueryError.tsx'

const sentences: Readonly<Record<string, string>> = auditSentences

/** The newest decisions about a trader's accounts in the audit log. */
export function ActionList({ trader }: { trader: { trader_id: string; username: string } }) {
  const { data, error, isFetching, refetch } = useQuery(
    live(q<typeof listAudit>('GET /api/admin/audit', { query: { subject: trader.trader_id, limit: '50' } })),
  )
  const actions = data?.entries.filter(({ action }) => action.startsWith('integrity.') || action.startsWith('account.'))
  const all = <a href={adminAddress('audit', { subject: trader.trader_id })}>Tutto il registro di @{trader.username}</a>
  if (actions === undefined) {
    return error === null ? (
      <output className="skeleton grid h-[120px] place-items-center text-ui text-ink-2">Caricamento...</output>
    ) : (
      <QueryError lead="Azioni non disponibili." error={error} isFetching={isFetching} onRetry={() => void refetch()} />
    )
  }
  return (
    <>
      {actions.length === 0 && <p className="text-ui text-ink-2">Nessuna finora.</p>}
      <ul className="text-ui">
        {actions.slice(0, 10).map((action) => (
          <li key={action.audit_id} className="border-b border-line py-2 last:border-b-0">
            <b>{sentences[action.action] ?? action.action}</b>
            <span className="text-ink-3">
              {' '}
              {format.dateTime(action.at)}
              {action.actor_username === null ? '' : `, ${action.actor_username}`}
            </span>
            {typeof action.details['reason'] === 'string' && (
              <span className="block whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
                {action.details['reason']}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-ui">{all}</p>
    </>
  )
}
