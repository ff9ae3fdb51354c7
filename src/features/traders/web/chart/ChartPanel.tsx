import { useDeferredValue, useMemo, useState } from 'react'
import * as format from '#shared/format/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import type { Performance } from '../types.ts'
import { AccountChart } from './AccountChart.tsx'
import { DataTable } from './DataTable.tsx'
import { Legend } from './Legend.tsx'
import { chosenRange, rangeText, type DayRange, type WindowName } from './range.ts'
import { RangeForm } from './RangeForm.tsx'
import { drawableSeries, type SeriesName } from './series.ts'
import { useChosenChart } from './useChosenChart.ts'
import { chartView } from './view.ts'

const titles: Record<SeriesName, string> = { growth: 'Crescita', money: 'Balance ed equity', drawdown: 'Drawdown' }
const windows: readonly { value: WindowName; label: string }[] = [
  { value: '7', label: '7 g' },
  { value: '30', label: '30 g' },
  { value: '90', label: '90 g' },
  { value: '365', label: '1 anno' },
  { value: 'all', label: 'Tutto' },
]

interface ChartPanelProps {
  performance: Pick<Performance, 'daily' | 'gaps' | 'currency'> & {
    summary: Pick<Performance['summary'], 'deposits' | 'withdrawals'>
  }
  /** `Tavola 1`: the profile only. */
  plate?: string
}

/** Growth, balance with equity, or drawdown over time, always with the risk beside it. */
export function ChartPanel({ performance, plate }: ChartPanelProps) {
  const drawable = useMemo(() => drawableSeries(performance.daily), [performance.daily])
  if (!drawable.includes('growth')) {
    return (
      <Panel {...(plate !== undefined && { plate })} title="Andamento del conto">
        <p className="text-ui text-ink-2">
          Ancora nessun dato. La crescita parte dalla prima sincronizzazione completa del terminale.
        </p>
      </Panel>
    )
  }
  return <Charts performance={performance} drawable={drawable} {...(plate !== undefined && { plate })} />
}

function Charts({ performance, drawable, plate }: ChartPanelProps & { drawable: readonly SeriesName[] }) {
  const { daily, gaps, currency } = performance
  const { name: wished, isLog, period, choose } = useChosenChart()
  const [open, setOpen] = useState<'table' | 'range' | null>(null)
  const chosen = drawable.includes(wished) ? wished : 'growth'
  // A choice is shown at once, before the chart is drawn anew.
  const name = useDeferredValue(chosen)
  const whole: DayRange = { from: daily[0]?.date ?? '', to: daily.at(-1)?.date ?? '' }
  const { window } = chosenRange(period, whole)
  const { range, isKnown } = chosenRange(useDeferredValue(period), whole)
  const { from, to } = range
  const view = useMemo(
    () => chartView({ daily, gaps }, name, { from, to }, isLog),
    [daily, gaps, name, from, to, isLog],
  )
  const toggle = (part: 'table' | 'range') => setOpen(open === part ? null : part)
  return (
    <Panel
      {...(plate !== undefined && { plate })}
      title="Andamento del conto"
      foot={<Foot shown={name} daily={daily} />}
    >
      <div className="mb-3.5 flex flex-wrap items-center justify-between gap-x-5 gap-y-2.5 noscript:hidden print:hidden max-[820px]:[&>fieldset]:w-full max-[359px]:[&_label]:px-1 max-[359px]:[&_label]:whitespace-normal">
        <Segmented
          label="Serie del grafico"
          name="serie"
          options={drawable.map((value) => ({ value, label: titles[value] }))}
          value={chosen}
          onChange={(value) => choose({ name: value })}
        />
        <Segmented
          label="Periodo"
          name="periodo"
          options={windows}
          value={window}
          onChange={(value) => choose({ period: value === 'all' ? null : value })}
        />
      </div>
      {!isKnown && (
        <p className="mb-2 text-ui text-ink-2">
          L’indirizzo indica un periodo senza giorni di questo conto: ecco tutto lo storico.
        </p>
      )}
      {name === 'money' && <Payments performance={performance} />}
      {view.upper.lines.every(({ points }) => points.length === 0) ? (
        <p className="grid h-[350px] place-items-center text-ui text-ink-2">
          In questo periodo il terminale non ha inviato dati. Scegli un periodo più lungo.
        </p>
      ) : (
        <>
          <AccountChart
            view={view}
            title={titles[name]}
            currency={currency}
            isSelecting={open === 'range'}
            onSelect={(one, other) => choose({ period: rangeText(one, other) })}
            onBack={() => choose({ period: null })}
          />
          <Legend view={view} />
        </>
      )}
      <div className="mt-3 flex flex-wrap gap-2 noscript:hidden print:hidden">
        <Button size="sm" aria-expanded={open === 'table'} onClick={() => toggle('table')}>
          {open === 'table' ? 'Nascondi i dati' : 'Vedi i dati'}
        </Button>
        <Button size="sm" aria-expanded={open === 'range'} onClick={() => toggle('range')}>
          Scegli le date
        </Button>
        {name !== 'drawdown' && (
          <Button size="sm" aria-pressed={isLog} onClick={() => choose({ isLog: !isLog })}>
            Scala logaritmica
          </Button>
        )}
        {window === 'own' && (
          <Button size="sm" onClick={() => choose({ period: null })}>
            Torna a tutto lo storico
          </Button>
        )}
      </div>
      {open === 'range' && <RangeForm whole={whole} shown={range} onChoose={(text) => choose({ period: text })} />}
      {open === 'table' && <DataTable title={titles[name]} view={view} daily={daily} currency={currency} />}
    </Panel>
  )
}

/** A rising balance may be paid in: the sum stands beside it. Imported days that do not count have their marks, and are not in it. */
function Payments({ performance: { summary, currency, daily } }: Pick<ChartPanelProps, 'performance'>) {
  const { deposits, withdrawals } = summary
  if (deposits.amount === null || withdrawals.amount === null) return null
  return (
    <p className="mb-1 text-ui text-ink-2">
      Dall’inizio{hasUncounted(daily) && ' del monitoraggio'}:{' '}
      <Sum payments={deposits} verb="versati" none="nessun versamento" currency={currency} />,{' '}
      <Sum payments={withdrawals} verb="prelevati" none="nessun prelievo" currency={currency} />.
    </p>
  )
}

interface SumProps {
  payments: Performance['summary']['deposits']
  verb: string
  none: string
  currency: string
}

function Sum({ payments: { count, amount }, verb, none, currency }: SumProps) {
  if (count === 0) return none
  return (
    <>
      {verb} <b className="figures text-ink">{format.amount(amount && Math.abs(amount), currency)}</b> in{' '}
      {format.counted(count, 'volta', 'volte')}
    </>
  )
}

/** Days before the first sync that count nowhere. */
const hasUncounted = (daily: Performance['daily']) => daily.some((row) => row.imported && row.growth_index === null)

function Foot({ shown, daily }: { shown: SeriesName; daily: Performance['daily'] }) {
  const counts = daily.some((row) => row.imported && row.growth_index !== null)
  return (
    <>
      {counts && (
        <p className="mb-1">
          Il tratto prima della prima sincronizzazione è storico importato, confrontato con una fonte esterna: conta
          finché vale il riscontro.
        </p>
      )}
      {shown === 'money' && hasUncounted(daily) && (
        <p className="mb-1">
          Il tratto grigio del Balance è storico importato dal terminale: precede la prima sincronizzazione, nessuno lo
          ha osservato, e non entra nella crescita né in classifica.
        </p>
      )}
      Crescita calcolata al netto di versamenti e prelievi. Grafici:{' '}
      <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
        Lightweight Charts™ di TradingView
      </a>
      .
    </>
  )
}
