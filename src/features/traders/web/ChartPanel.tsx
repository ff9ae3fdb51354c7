import { useEffect, useMemo, useState, type ReactNode } from 'react'
import * as format from '#shared/format/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { DataTable } from './chart/DataTable.tsx'
import { StaticChart } from './chart/StaticChart.tsx'
import {
  deepestFall,
  drawableSeries,
  seriesOf,
  windowOf,
  type ChartPoint,
  type SeriesName,
  type WindowName,
} from './chart/series.ts'
import type { DailyPoint } from './types.ts'

const seriesLabels: Record<SeriesName, string> = {
  growth: 'Crescita',
  balance: 'Balance',
  equity: 'Equity',
  drawdown: 'Drawdown',
}
const windows: readonly { value: WindowName; label: string }[] = [
  { value: '1M', label: '1M' },
  { value: '3M', label: '3M' },
  { value: '6M', label: '6M' },
  { value: '1A', label: '1A' },
  { value: 'all', label: 'Tutto' },
]
const nothing: ChartPoint[] = []

/** Tavola 1: growth, balance, equity or drawdown over time, always with the risk beside it. */
export function ChartPanel({ daily, currency }: { daily: readonly DailyPoint[]; currency: string }) {
  const [name, setName] = useState<SeriesName>('growth')
  const [window, setWindow] = useState<WindowName>('all')
  const drawable = useMemo(() => drawableSeries(daily), [daily])
  const points = useMemo(() => windowOf(seriesOf(daily, name), name, window), [daily, name, window])
  const falls = useMemo(
    () => (name === 'drawdown' ? nothing : windowOf(seriesOf(daily, 'drawdown'), 'drawdown', window)),
    [daily, name, window],
  )
  if (!drawable.includes('growth')) {
    return (
      <Panel plate="Tavola 1" title="Andamento del conto">
        <p className="text-ui text-ink-2">
          Ancora nessun dato. La crescita parte dalla prima sincronizzazione completa del terminale.
        </p>
      </Panel>
    )
  }
  return (
    <Panel plate="Tavola 1" title="Andamento del conto" foot={<Foot shown={name} daily={daily} />}>
      <div className="mb-3.5 flex flex-wrap items-center justify-between gap-x-5 gap-y-2.5 noscript:hidden max-[820px]:[&>fieldset]:w-full max-[359px]:[&_label]:px-1">
        <Segmented
          label="Serie del grafico"
          name="serie"
          options={drawable.map((value) => ({ value, label: seriesLabels[value] }))}
          value={name}
          onChange={setName}
        />
        <Segmented label="Periodo" name="periodo" options={windows} value={window} onChange={setWindow} />
      </div>
      <Drawing name={name} points={points} falls={falls} print={(value) => printed(name, value, currency)} />
    </Panel>
  )
}

function printed(name: SeriesName, value: number, currency: string): string {
  return name === 'growth' || name === 'drawdown' ? format.resultPercent(value) : format.amount(value, currency)
}

interface DrawingProps {
  name: SeriesName
  points: readonly ChartPoint[]
  falls: readonly ChartPoint[]
  print: (value: number) => string
}

function Drawing({ name, points, falls, print }: DrawingProps) {
  const drawn = useChart()
  const [date, setDate] = useState<string | null>(null)
  const [tableShown, setTableShown] = useState(false)
  const label = seriesLabels[name]
  const last = points.at(-1)
  const read = points.find((point) => point.date === date) ?? last
  const deepest = deepestFall(falls)
  const labels = {
    upper: describe(label, points, print),
    lower: describe(seriesLabels.drawdown, falls, (value) => format.resultPercent(value)),
  }
  const between = (
    <div className="mt-4 mb-0.5 flex flex-wrap items-baseline justify-between gap-x-3 text-ui">
      <h3 className="!font-sans !text-ui !font-semibold !tracking-normal">Drawdown</h3>
      <span className="figures text-ink-2">
        {deepest !== null && `minimo ${format.resultPercent(deepest.value)}, ${format.day(deepest.date)}`}
      </span>
    </div>
  )
  return (
    <>
      <p className="figures mb-2 text-right text-ui text-ink-2">
        {format.day(read?.date)}{' '}
        <b className="ml-2 text-ink">{read === undefined ? format.MISSING : print(read.value)}</b>
      </p>
      {drawn === null ? (
        <StaticDrawing name={name} points={points} falls={falls} labels={labels} between={between} />
      ) : (
        <drawn.AccountChart
          name={name}
          points={points}
          falls={falls}
          labels={labels}
          between={between}
          onRead={setDate}
        />
      )}
      <div className="mt-3 noscript:hidden">
        <Button size="sm" aria-expanded={tableShown} onClick={() => setTableShown(!tableShown)}>
          {tableShown ? 'Nascondi i dati' : 'Vedi i dati'}
        </Button>
        {tableShown && <DataTable label={label} points={points} falls={falls} print={print} />}
      </div>
    </>
  )
}

interface StaticDrawingProps extends Omit<DrawingProps, 'print'> {
  labels: { upper: string; lower: string }
  between: ReactNode
}

function StaticDrawing({ name, points, falls, labels, between }: StaticDrawingProps) {
  return (
    <>
      <figure aria-label={labels.upper} className="h-[350px] max-[820px]:h-[240px]">
        <StaticChart points={points} tone={name === 'drawdown' ? 'loss' : 'line'} />
      </figure>
      {falls.length > 0 && (
        <>
          {between}
          <figure aria-label={labels.lower} className="h-[126px] max-[820px]:h-[120px]">
            <StaticChart points={falls} tone="loss" />
          </figure>
        </>
      )}
    </>
  )
}

type ChartModule = Pick<typeof import('./chart/AccountChart.tsx'), 'AccountChart'>

/** The library loads after the first paint, as a chunk of its own. When it fails to load, the static drawing stays. */
function useChart(): ChartModule | null {
  const [module, setModule] = useState<ChartModule | null>(null)
  useEffect(() => {
    let isMounted = true
    void import('./chart/AccountChart.tsx').then(
      ({ AccountChart }) => {
        if (isMounted) setModule({ AccountChart })
      },
      () => undefined,
    )
    return () => {
      isMounted = false
    }
  }, [])
  return module
}

/** `Crescita dal 10/03/2025 al 20/11/2026: +184,32%.` */
function describe(label: string, points: readonly ChartPoint[], print: (value: number) => string): string {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return `${label}: nessun dato nel periodo.`
  return `${label} dal ${format.day(first.date)} al ${format.day(last.date)}: ${print(last.value)}.`
}

function Foot({ shown, daily }: { shown: SeriesName; daily: readonly DailyPoint[] }) {
  const imported = daily.filter((row) => row.imported)
  const counts = imported.some((row) => row.growth_index !== null)
  return (
    <>
      {counts && (
        <p className="mb-1">
          Il tratto prima della prima sincronizzazione è storico importato, confrontato con una fonte esterna: conta
          finché vale il riscontro.
        </p>
      )}
      {shown === 'balance' && imported.length > 0 && !counts && (
        <p className="mb-1">
          Il tratto punteggiato del Balance è storico importato dal terminale: precede la prima sincronizzazione,
          nessuno lo ha osservato, e non entra nella crescita né in classifica.
        </p>
      )}
      Crescita calcolata al netto di depositi e prelievi. Grafici:{' '}
      <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
        Lightweight Charts™ di TradingView
      </a>
      .
    </>
  )
}
