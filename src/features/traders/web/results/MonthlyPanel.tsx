import * as format from '#shared/format/format.ts'
import { Delta } from '#web/ui/figures/Delta.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { plate } from '../plates.ts'
import { monthlyYears, tintStep, type MonthlyYear } from './monthly.ts'
import type { Performance } from '../types.ts'

const months = Array.from({ length: 12 }, (_, index) => format.shortMonth(index + 1))

/** Written out, because the stylesheet is made from the class names in the sources. Index 0: no tint. */
const gainTints = [
  '',
  'bg-[color-mix(in_srgb,var(--gain)_10%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--gain)_14%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--gain)_18%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--gain)_22%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--gain)_26%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--gain)_30%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--gain)_34%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--gain)_38%,var(--surface))]',
]
const lossTints = [
  '',
  'bg-[color-mix(in_srgb,var(--loss)_10%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--loss)_14%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--loss)_18%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--loss)_22%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--loss)_26%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--loss)_30%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--loss)_34%,var(--surface))]',
  'bg-[color-mix(in_srgb,var(--loss)_38%,var(--surface))]',
]

/** Years × months, and the years compared. On phones the months become rows. */
export function MonthlyPanel({ performance: { monthly, figures } }: { performance: Performance }) {
  const years = monthlyYears(monthly)
  return (
    <Panel
      plate={plate('months')}
      title="Rendimenti mensili"
      end={<span className="text-ui text-ink-3">valori in %</span>}
    >
      {years.length === 0 ? (
        <p className="text-ui text-ink-2">Nessun mese concluso: la tavola si riempie con le sincronizzazioni.</p>
      ) : (
        <>
          <WideTable years={years} />
          <TallTable years={years} />
          <YearsTable years={figures.years} />
        </>
      )}
    </Panel>
  )
}

/** The years beside each other: what a month table cannot show at a glance. */
function YearsTable({ years }: { years: Performance['figures']['years'] }) {
  return (
    <table className="table table-tight mt-5">
      <caption className="sr-only">Gli anni a confronto</caption>
      <thead>
        <tr>
          <th scope="col">Anno</th>
          <th scope="col" className="num">
            Rendimento
          </th>
          <th scope="col" className="num">
            Drawdown
          </th>
          <th scope="col" className="num max-[359px]:hidden">
            Mesi in guadagno
          </th>
          <th scope="col" className="num max-[820px]:hidden">
            Operazioni
          </th>
        </tr>
      </thead>
      <tbody>
        {years.toReversed().map(({ year, roi, drawdown, months: all, months_up: up, trades }) => (
          <tr key={year}>
            <th scope="row" className="!font-semibold">
              {year}
            </th>
            <td className="num">
              <Delta value={roi} text={format.resultPercent(roi)} />
            </td>
            <td className="num">{format.drawdownPercent(drawdown)}</td>
            <td className="num max-[359px]:hidden">
              {format.count(up)} su {format.count(all)}
            </td>
            <td className="num max-[820px]:hidden">{format.count(trades)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function WideTable({ years }: { years: readonly MonthlyYear[] }) {
  return (
    <table className="table table-fixed max-[820px]:hidden print:table [&_td]:px-1.5 [&_th]:px-1.5">
      <caption className="sr-only">Rendimenti mensili in percento, per anno</caption>
      <thead>
        <tr>
          <th scope="col" className="w-16 !pl-0">
            Anno
          </th>
          {months.map((month) => (
            <th key={month} scope="col" className="num">
              {month}
            </th>
          ))}
          <th scope="col" className="num w-[104px] !pr-0">
            Totale
          </th>
        </tr>
      </thead>
      <tbody>
        {years.map(({ year, months: results, total }) => (
          <tr key={year}>
            <th scope="row" className="!pl-0 font-semibold">
              {year}
            </th>
            {results.map((roi, index) => (
              <MonthCell key={months[index]} roi={roi} />
            ))}
            <td className="num !pr-0 font-semibold">
              <Delta value={total} text={format.resultPercent(total, 1)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function TallTable({ years }: { years: readonly MonthlyYear[] }) {
  const scrolls = years.length > 4
  return (
    <section
      className="overflow-x-auto min-[821px]:hidden print:hidden"
      {...(scrolls && { tabIndex: 0, 'aria-label': 'Rendimenti mensili' })}
    >
      <table className="table [&_tbody_tr:last-child>*]:border-b-0">
        <caption className="sr-only">Rendimenti mensili in percento, per mese</caption>
        <thead>
          <tr>
            <th scope="col" className="!pl-0">
              Mese
            </th>
            {years.map(({ year }) => (
              <th key={year} scope="col" className="num">
                {year}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((month, index) => (
            <tr key={month}>
              <th scope="row" className="!pl-0 !font-normal">
                {month}
              </th>
              {years.map(({ year, months: results }) => (
                <MonthCell key={year} roi={results[index] ?? null} />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="!pl-0">
              Totale
            </th>
            {years.map(({ year, total }) => (
              <td key={year} className="num">
                <Delta value={total} text={format.resultPercent(total, 1)} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

/** The unit stands in the head, so the cell has sign and figure only; an empty month is an en dash. */
function MonthCell({ roi }: { roi: number | null }) {
  if (roi === null) return <td className="num text-ink-3">–</td>
  const tints = roi < 0 ? lossTints : gainTints
  return (
    <td className={`num border-2! border-surface! text-ink ${tints[tintStep(roi)] ?? ''}`}>
      {format.resultPercent(roi, 1).replace('%', '')}
    </td>
  )
}
