import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query'
import { compareAddress, compareWindows, type CompareWindow } from '#shared/compare-address.ts'
import * as format from '#shared/format/format.ts'
import type { PageHead } from '#shared/page.ts'
import { q } from '#web/api.ts'
import { useUrl, type Address } from '#web/router.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { QueryError } from '#web/ui/QueryError.tsx'
import { ShareButton } from '#web/ui/ShareButton.tsx'
import { unlistedHead } from '#web/view-head.ts'
import type { ViewModule } from '#web/view.ts'
import type { compareTraders } from '../../compare-contract.ts'
import { comparisonOf } from '../../compare-page.ts'
import { BackLink } from '../BackLink.tsx'
import { Choose, OwnLists } from './Choose.tsx'
import { CompareChart } from './CompareChart.tsx'
import { CompareTable } from './CompareTable.tsx'
import { PairsPanel } from './PairsPanel.tsx'
import { refusalsOf, windowNames } from './texts.ts'
import type { Comparison } from './types.ts'

export const view: ViewModule = { screen: CompareView, head: compareHead }

const queryOf = ({ search }: Address) => q<typeof compareTraders>('GET /api/compare', { query: comparisonOf(search) })

/** Each choice of traders is an address: search engines list none of them. */
function compareHead(address: Address, _: unknown, answers: QueryClient): PageHead {
  const traders = answers.getQueryData<Comparison>(queryOf(address).queryKey)?.traders ?? []
  const { window } = comparisonOf(address.search)
  const names = traders.map(({ display_name: name }) => name).join(', ')
  const canonical = compareAddress(
    traders.map(({ username }) => username),
    window,
  )
  return unlistedHead(names === '' ? 'Confronta i trader' : `Confronto: ${names}`, canonical)
}

/** Two to four traders over the days that all have in common. */
export function CompareView() {
  const address = useUrl()
  const { window } = comparisonOf(address.search)
  const { data, error, isFetching, refetch } = useQuery({ ...queryOf(address), placeholderData: keepPreviousData })
  const names = data?.traders.map(({ username }) => username) ?? []
  return (
    <main className="page pt-4 pb-16" id="contenuto">
      <BackLink />
      <div className="mt-2 flex flex-wrap items-end justify-between gap-4">
        <h1 tabIndex={-1}>Confronta i trader</h1>
        {names.length > 0 && (
          <ShareButton
            path={compareAddress(names, window)}
            title="Confronto su TopTrader"
            text={`Confronto: ${data?.traders.map(({ display_name: name }) => name).join(', ')}`}
          />
        )}
      </div>
      {data !== undefined && (
        <div className="mt-6">
          <Choose names={names} window={window} />
        </div>
      )}
      {data === undefined && error === null && (
        <output className="skeleton mt-6 grid h-[480px] place-items-center text-ui text-ink-2">
          Caricamento confronto...
        </output>
      )}
      {error !== null && (
        <div className="mt-6">
          <QueryError
            lead="Confronto non disponibile."
            error={error}
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {data !== undefined && <Notices comparison={data} />}
      {data !== undefined && names.length > 0 && <Windows names={names} window={window} comparison={data} />}
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        {data !== undefined && names.length > 0 && <CompareChart comparison={data} />}
        {data !== undefined && names.length > 0 && <CompareTable traders={data.traders} />}
        {data !== undefined && <PairsPanel comparison={data} />}
        <OwnLists names={names} window={window} />
      </div>
    </main>
  )
}

/** Names that are not compared, each with the reason, and the next step where a comparison lacks something. */
function Notices({ comparison }: { comparison: Comparison }) {
  const { unknown, traders, span } = comparison
  return (
    <div className="mt-4 grid gap-3">
      {unknown.map((name) => (
        <Alert key={name} tone="warn" lead="Nome sconosciuto.">
          Nel registro nessuno si chiama «{name}». <a href={`/?q=${encodeURIComponent(name)}`}>Cercalo in classifica</a>
        </Alert>
      ))}
      {refusalsOf(comparison).map((text) => (
        <Alert key={text} tone="info" lead="Confronto ridotto.">
          {text}
        </Alert>
      ))}
      {traders.length < 2 && (
        <Alert tone="info" lead={traders.length === 0 ? 'Scegli due trader.' : 'Manca il secondo trader.'}>
          Scrivi qui sopra lo username, come sta nel suo profilo dopo la @.
        </Alert>
      )}
      {traders.length > 0 && span === null && (
        <Alert tone="info" lead="Nessun giorno in comune.">
          Questi trader non hanno giorni in comune: restano le cifre a fianco.
        </Alert>
      )}
    </div>
  )
}

interface WindowsProps {
  names: readonly string[]
  window: CompareWindow
  comparison: Comparison
}

function Windows({ names, window, comparison: { span } }: WindowsProps) {
  const isShort = span !== null && window !== 'all' && span.days < Number(window)
  return (
    <div className="mt-6">
      {/* On a phone all stand on one line. */}
      <nav
        className="flex flex-wrap gap-2 max-[560px]:flex-nowrap max-[560px]:gap-1.5"
        aria-label="Finestra del confronto"
      >
        {compareWindows.map((each) => (
          <a
            key={each}
            className={`btn btn-sm max-[560px]:flex-auto max-[560px]:px-1 ${each === window ? 'btn-primary' : 'btn-secondary'}`}
            href={compareAddress(names, each)}
            aria-current={each === window ? 'true' : undefined}
          >
            {windowNames[each]}
          </a>
        ))}
      </nav>
      {span !== null && (
        <p className="mt-2 text-ui text-ink-2">
          Dal {format.day(span.from)} al {format.day(span.to)}: {format.days(span.days)} in comune
          {isShort ? ', meno della finestra.' : '.'}
        </p>
      )}
    </div>
  )
}
