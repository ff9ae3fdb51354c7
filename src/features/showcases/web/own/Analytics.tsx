import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { getShowcaseReport, ShowcaseReport } from '#features/showcases/analytics-contract.ts'
import * as format from '#shared/format/format.ts'
import { q } from '#web/api.ts'
import { live } from '#web/query.ts'
import { navigate, useUrl } from '#web/router.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Triangle, toneClass } from '#web/ui/figures/Figures.tsx'
import { Kpi, KpiStrip } from '#web/ui/figures/Kpi.tsx'
import { QueryError, StaleNotice } from '#web/ui/QueryError.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { CsvButton } from './CsvButton.tsx'
import { DayChart } from './DayChart.tsx'
import { changeOf, pointsOf, type Change } from './figures.ts'
import { LinkTable } from './LinkTable.tsx'
import type { MyShowcase } from './own-showcase.ts'
import { SourceTable } from './SourceTable.tsx'

const windows = [
  { value: '7', label: '7 giorni' },
  { value: '30', label: '30 giorni' },
  { value: '90', label: '90 giorni' },
] as const
type Days = (typeof windows)[number]['value']

interface AnalyticsProps {
  kpi: MyShowcase['kpi']
  /** Everybody can open the showcase, so visits can come. */
  isPublic: boolean
}

/** Visits and clicks of the last days. The address holds the number of days. */
export function Analytics({ kpi, isPublic }: AnalyticsProps) {
  const { search } = useUrl()
  const days: Days = windows.find(({ value }) => value === search.get('days'))?.value ?? '30'
  const { data, error, isFetching, isPaused, isPlaceholderData, refetch } = useQuery({
    ...live(q<typeof getShowcaseReport>('GET /api/my-showcase/analytics', { query: { days } })),
    placeholderData: keepPreviousData,
  })
  const choose = (value: Days) =>
    navigate(`/?view=my-showcase${value === '30' ? '' : `&days=${value}`}`, { replace: true })
  const failure = { error, isFetching, onRetry: () => void refetch() }
  return (
    <section className="mt-8" aria-labelledby="statistiche">
      <div className="own-ruled">
        <h2 id="statistiche">Statistiche</h2>
        <div className="own-tools">
          <CsvButton days={days} />
          <Segmented label="Periodo" name="periodo" options={windows} value={days} onChange={choose} />
        </div>
      </div>
      {(error !== null || isPaused) && data !== undefined && (
        <div className="mb-4">
          <StaleNotice {...failure}>Riproviamo da soli.</StaleNotice>
        </div>
      )}
      {data === undefined ? (
        error === null ? (
          <ReportSkeleton />
        ) : (
          <QueryError lead="Statistiche non disponibili." {...failure} />
        )
      ) : (
        <div aria-busy={isPlaceholderData}>
          <Strip report={data} kpi={kpi} />
          {data.totals.views + data.totals.clicks === 0 ? (
            <NoVisits report={data} isPublic={isPublic} />
          ) : (
            <div className="own-panels">
              <DayChart report={data} />
              <LinkTable links={data.by_link} totals={data.totals} />
              <SourceTable sources={data.by_source} />
            </div>
          )}
        </div>
      )}
      <p className="mt-4 text-label text-ink-3">
        CTR: clic ogni 100 visite. Una visita e un clic per link ogni mezz’ora per visitatore; robot, amministratori e
        le tue visite non contano. Giorni in UTC.
      </p>
    </section>
  )
}

function ReportSkeleton() {
  return (
    <div aria-busy="true">
      <output className="block pb-3 text-ui text-ink-2">Caricamento statistiche...</output>
      <span className="skeleton h-[118px]" />
      <div className="own-panels">
        <span className="skeleton h-[476px]" />
        <span className="skeleton h-[400px]" />
        <span className="skeleton h-[400px]" />
      </div>
    </div>
  )
}

function Strip({ report, kpi }: { report: ShowcaseReport; kpi: MyShowcase['kpi'] }) {
  const { totals, previous, days } = report
  const note = (change: Change) => <ChangeNote change={change} days={days} />
  const rank = kpi.current_rank === null ? 'Senza posizione' : `#${format.count(kpi.current_rank)}`
  return (
    <KpiStrip>
      <Kpi
        label="Visite"
        figure={format.count(totals.views)}
        note={
          <>
            {note(changeOf(totals.views, previous.views))}
            <br />
            {format.counted(totals.visitors, 'visitatore', 'visitatori')}
          </>
        }
      />
      <Kpi label="Clic" figure={format.count(totals.clicks)} note={note(changeOf(totals.clicks, previous.clicks))} />
      <Kpi label="CTR" figure={format.sharePercent(totals.ctr, 2)} note={note(pointsOf(totals.ctr, previous.ctr))} />
      <Kpi
        label="ROI 30 giorni"
        figure={format.resultPercent(kpi.roi_30_days)}
        result={kpi.roi_30_days}
        note={`${rank}, win rate ${format.sharePercent(kpi.win_rate)}, drawdown ${format.drawdownPercent(kpi.drawdown_percentage)}`}
      />
    </KpiStrip>
  )
}

/** A change as an arrow, a sign and a colour, with the days that it compares with. */
function ChangeNote({ change: { value, text }, days }: { change: Change; days: number }) {
  return (
    <>
      <span className={`whitespace-nowrap ${toneClass(value)}`}>
        <Triangle value={value} size={8} /> {text}
      </span>{' '}
      {value === null ? (text === 'Come' ? 'i' : 'dei') : 'sui'} {format.days(days)} prima
    </>
  )
}

function NoVisits({ report: { days, previous }, isPublic }: { report: ShowcaseReport; isPublic: boolean }) {
  return (
    <div className="panel mt-6">
      <EmptyState
        title={previous.views === 0 ? 'Nessuna visita ancora' : `Nessuna visita negli ultimi ${format.days(days)}`}
        text={
          isPublic
            ? 'Passa il link a chi ti segue: qui vedrai visite, clic e provenienza, giorno per giorno.'
            : 'Quando la vetrina è online, qui vedi visite, clic e provenienza, giorno per giorno.'
        }
      />
    </div>
  )
}
