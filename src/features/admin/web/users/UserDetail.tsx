import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import { adminAddress } from '#shared/admin-pages.ts'
import type { getUser } from '#features/admin/users-contract.ts'
import { shortTierNames } from '#features/subscriptions/plan-names.ts'
import { traderAddress } from '#shared/trader-address.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
import { levelLabels } from '#shared/levels.ts'
import { q } from '#web/api.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/list/Facts.tsx'
import { QueryError } from '#web/ui/QueryError.tsx'
import { NONE } from './cells.tsx'
import { actionsOn } from './user-actions.ts'
import type { ListedUser } from './users.ts'
import { useUserDialog } from './useUserDialog.tsx'

const proofTexts = {
  unasked: 'Mai confermata: registrato quando il sito non inviava posta',
  awaited: 'Da confermare: fino ad allora nulla è pubblico',
  proven: 'Confermata',
}

/** An open row: facts about a user, and the actions. */
export function UserDetail({ user }: { user: ListedUser }) {
  const { open, dialog } = useUserDialog(user)
  const details = useQuery(
    q<typeof getUser>('GET /api/admin/users/:trader_id', { params: { trader_id: user.trader_id } }),
  )
  return (
    <>
      {details.data === undefined && details.error === null && (
        <output className="skeleton grid h-[120px] place-items-center text-ui text-ink-2">Caricamento utente...</output>
      )}
      {details.error !== null && (
        <QueryError
          lead="Dettagli dell’utente non disponibili."
          error={details.error}
          isFetching={details.isFetching}
          onRetry={() => void details.refetch()}
        />
      )}
      {details.data !== undefined && <Facts className="adm-facts" facts={factsOf(user, details.data)} />}
      <div className="mt-4 flex flex-wrap gap-2">
        {actionsOn(user).map(({ action, label, Icon, isDanger }) => (
          <Button key={action} size="sm" variant={isDanger ? 'danger-line' : 'secondary'} onClick={() => open(action)}>
            <Icon size={15} strokeWidth={1.75} aria-hidden />
            {label}
          </Button>
        ))}
        {user.has_profile && (
          <ButtonLink size="sm" variant="text" href={traderAddress(user.username)}>
            <ExternalLink size={15} strokeWidth={1.75} aria-hidden />
            Profilo pubblico
          </ButtonLink>
        )}
        <ButtonLink size="sm" variant="text" href={adminAddress('integrity', { trader: user.trader_id })}>
          <Scale size={15} strokeWidth={1.75} aria-hidden />
          Verifiche dei conti
        </ButtonLink>
      </div>
      {dialog}
    </>
  )
}

function factsOf(user: ListedUser, { subscriptions, loss }: ResponseOf<typeof getUser>): [string, ReactNode][] {
  const { replaced_account: replaced, verification_level: level, deactivated_at: left } = user
  return [
    ['Identificativo', <code key="id">{user.trader_id}</code>],
    ['Paese', format.country(user.country)],
    ['Registrato il', format.dateTime(user.created_at)],
    ['Stato', left === null ? 'Attivo' : `Disattivato il ${format.dateTime(left)}`],
    ['Email', proofTexts[user.email_proof]],
    [
      'Abbonamenti in corso',
      subscriptions.length === 0
        ? 'Nessuno'
        : subscriptions
            .map(({ subscription_type: tier, end_date: end }) => `${shortTierNames[tier]} fino al ${format.date(end)}`)
            .join(', '),
    ],
    ['Livello di verifica', level === null ? NONE : `${level}, ${levelLabels[level].toLowerCase()}`],
    ['Token EA', user.has_ea_token ? 'Generato' : 'Non generato'],
    ['Conto indicato alla registrazione', replaced === null ? NONE : `${replaced.server} ${replaced.number}`],
    ['Operazioni chiuse', format.count(loss.trades)],
    ['Giorni nel registro', format.count(loss.ranked_days)],
    ['Ordini ancora aperti', format.count(loss.open_orders)],
    ['Vetrina', loss.has_showcase ? 'Sì' : 'No'],
  ]
}
