import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { ledgerTitle } from '#features/integrity/level-texts.ts'
import * as format from '#shared/format/format.ts'
import { traderAddress } from '#shared/trader-address.ts'
import { q, readError } from '#web/api.ts'
import { useUrl } from '#web/router.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import type { ViewParams } from '#web/view.ts'
import type { getTrader } from '../../contract.ts'
import { ChainCheck } from './ChainCheck.tsx'
import { Meaning, Recipe } from './Explanations.tsx'
import { ledgersOf, type NamedLedger } from './ledgers.ts'
import type { ViewModule } from '#web/view.ts'
import { unlistedHead } from '#web/view-head.ts'
import { ledgerAddress } from '#shared/trader-address.ts'
import { profileStatus } from '../head.ts'

export const view: ViewModule = {
  screen: LedgerView,
  head: (_, { username = '' }) => unlistedHead(ledgerTitle, ledgerAddress(username)),
  status: profileStatus,
}

/** The public page on which anybody computes a trader's ledger of syncs again (`docs/integrity.md`, ledger). */
export function LedgerView({ username = '' }: ViewParams) {
  const account = useAccount()
  const profile = useQuery(q<typeof getTrader>('GET /api/trader/:username', { params: { username } }))
  if (profile.data === undefined && profile.error !== null && readError(profile.error).status === 404) {
    return (
      <main className="page pt-16" id="contenuto">
        <EmptyState
          heading="h1"
          title="Trader non trovato"
          text={`Il profilo @${username} non è nel registro.`}
          action={
            <ButtonLink variant="primary" href="/">
              Vai alla classifica
            </ButtonLink>
          }
        />
      </main>
    )
  }
  const name = profile.data?.display_name ?? `@${username}`
  const [shown, ...closed] = ledgersOf(username, profile.data)
  const ledgers = [shown, ...closed]
  const ledger = ledgers.find((one) => one.account === account) ?? shown
  const summary = ledger.account === null ? profile.data?.ledger : undefined
  return (
    <main className="page pt-4" id="contenuto">
      <ButtonLink variant="text" className="-ml-2.5" href={traderAddress(username)}>
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
        Torna al profilo
      </ButtonLink>
      <h1 tabIndex={-1} className="mt-3 max-[820px]:!text-[32px] max-[820px]:!leading-9">
        {ledgerTitle}
      </h1>
      <p className="lead mt-2 max-w-[720px] [overflow-wrap:anywhere]">
        Ogni invio del terminale di {name} che ha portato operazioni, e almeno uno all’ora, chiuso in una catena di
        impronte. Qui il tuo browser la ricalcola da capo.
      </p>
      {closed.length > 0 && <Ledgers ledgers={ledgers} open={ledger} />}
      {profile.isPending && <p className="skeleton mt-3 h-5 max-w-[480px] max-[820px]:h-10" />}
      {summary !== undefined && summary.head !== null && (
        <p className="mt-3 text-ui text-ink-2">
          {format.counted(summary.length, 'voce', 'voci')}, l’ultima del {format.dateTime(summary.at)}:{' '}
          <code className="font-mono [overflow-wrap:anywhere]">{summary.head.slice(0, 16)}</code>
        </p>
      )}
      <div className="main-side group mt-6">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <noscript>
            <Alert tone="info" lead="Il controllo ha bisogno di JavaScript.">
              Le impronte si ricalcolano nel browser. Puoi farlo anche con un altro programma: qui trovi i dati e la
              ricetta.
            </Alert>
          </noscript>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 noscript:hidden">
            <ChainCheck
              key={`${username} ${ledger.account}`}
              ledger={ledger}
              others={ledgers.filter((one) => one !== ledger)}
            />
          </div>
          <Recipe username={username} account={ledger.account} />
        </div>
        {/* In one column it comes before the long list, but after a reason why there is none, or a break. */}
        <div className="max-[1139px]:group-not-has-[.alert-danger]:order-first">
          <Meaning />
        </div>
      </div>
    </main>
  )
}

/** The open one of the trader's ledgers, and the links to the others. */
function Ledgers({ ledgers, open }: { ledgers: readonly NamedLedger[]; open: NamedLedger }) {
  return (
    <nav aria-label="Registri di questo trader" className="mt-4">
      <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-ui">
        {ledgers.map((one) => (
          <li key={one.href}>
            <a
              href={one.href}
              aria-current={one === open ? 'page' : undefined}
              className="aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:no-underline"
            >
              {one.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const never = () => () => undefined

/** The account that the address names. All ledgers of a trader share one document, drawn before the address is read. */
function useAccount(): string | null {
  const { search } = useUrl()
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return isHydrated ? search.get('account') : null
}
