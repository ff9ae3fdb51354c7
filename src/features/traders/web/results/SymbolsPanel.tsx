import { useState } from 'react'
import * as format from '#shared/format/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { toneClass } from '#web/ui/figures/Figures.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Term } from '#web/ui/terms/Term.tsx'
import { plate } from '../plates.ts'
import { reasonTexts } from '../texts.ts'
import type { Performance } from '../types.ts'

type Line = Performance['symbols'][number]

const SYMBOLS_SHOWN = 6
/** From this share of the gains on, in percent units, the panel warns: most of the result hangs on one symbol. */
const CONCENTRATED = 70

/** The traded symbols: a bar for the share of the gains, red where the symbol lost. */
export function SymbolsPanel({ performance: { symbols, currency } }: { performance: Performance }) {
  const [all, setAll] = useState(false)
  const shown = all ? symbols.length : SYMBOLS_SHOWN
  const largest = Math.max(100, ...symbols.map(({ share }) => Math.abs(share ?? 0)))
  // The shares add up to the account's result: one that lost has no gains to hang on a symbol.
  const hasGained = symbols.reduce((sum, { share }) => sum + (share ?? 0), 0) > 0
  const concentrated =
    symbols.length === 1
      ? symbols[0]
      : symbols.find(({ share }) => hasGained && share !== null && share >= CONCENTRATED)
  return (
    <Panel plate={plate('symbols')} title="Simboli">
      {symbols.length === 0 && <p className="text-ui text-ink-2">{reasonTexts.no_trades}</p>}
      {concentrated !== undefined && (
        <p className="mb-3 rounded-md bg-sunken px-3.5 py-2.5 text-ui">
          <b>Concentrato su {concentrated.symbol}.</b> Se cambia il suo mercato, cambia il risultato del conto.
        </p>
      )}
      {symbols.length > 0 && (
        <table className="table table-tight">
          <caption className="sr-only">Risultati per simbolo</caption>
          <thead>
            <tr>
              <th scope="col">Simbolo</th>
              <th scope="col" className="num">
                <Term of="symbol_share">Quota</Term>
              </th>
              <th scope="col" className="num max-[359px]:hidden">
                Operazioni
              </th>
              <th scope="col" className="num">
                Risultato
              </th>
            </tr>
          </thead>
          <tbody>
            {symbols.map((line, index) => (
              <SymbolRow
                key={line.symbol}
                line={line}
                currency={currency}
                largest={largest}
                // The markup holds all rows for paper and for visitors without JavaScript, who cannot open them.
                className={index < shown ? '' : 'hidden noscript:table-row print:table-row'}
              />
            ))}
          </tbody>
        </table>
      )}
      {symbols.length > SYMBOLS_SHOWN && (
        <div className="mt-3 noscript:hidden print:hidden">
          <Button size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Mostra meno' : `Mostra tutti (${format.count(symbols.length)})`}
          </Button>
        </div>
      )}
    </Panel>
  )
}

interface SymbolRowProps {
  line: Line
  currency: string
  largest: number
  className: string
}

function SymbolRow({
  line: { symbol, trades, win_rate, profit, share },
  currency,
  largest,
  className,
}: SymbolRowProps) {
  return (
    <tr className={className}>
      <th scope="row" className="!font-medium [overflow-wrap:anywhere] !whitespace-normal">
        {/* A pair of currencies stands in one line; a longer name may break. */}
        <span className="inline-block min-w-[8ch]">{symbol}</span>
      </th>
      <td className="num w-[28%]">
        {share === null ? '–' : format.resultPercent(share, 0)}
        {share !== null && (
          <svg className="mt-1 block h-1.5 w-full forced-color-adjust-none" aria-hidden="true">
            <rect className="fill-sunken" width="100%" height="6" />
            <rect
              className={share < 0 ? 'fill-loss' : 'fill-gain'}
              width={`${(100 * Math.abs(share)) / largest}%`}
              height="6"
            />
          </svg>
        )}
      </td>
      <td className="num max-[359px]:hidden">
        {format.count(trades)}
        <span className="block text-label text-ink-3">{format.sharePercent(win_rate, 0)} in profitto</span>
      </td>
      <td className={`num ${toneClass(profit)}`}>{format.signedAmount(profit, currency)}</td>
    </tr>
  )
}
