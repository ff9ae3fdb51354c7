import { Panel } from '#web/ui/Panel.tsx'
import { fallsText, movesText } from './texts.ts'
import type { Comparison } from './types.ts'

/** How alike the traders move, pair by pair: two that fall together are no second chance for one who copies both. */
export function PairsPanel({ comparison: { pairs, traders } }: { comparison: Comparison }) {
  if (pairs.length === 0) return null
  const names = new Map(traders.map(({ username, display_name: name }) => [username, name]))
  return (
    <Panel title="Quanto si somigliano">
      <ul className="grid gap-5">
        {pairs.map((pair) => (
          <li key={`${pair.first} ${pair.second}`} className="text-ui [overflow-wrap:anywhere]">
            <h3 className="text-ui font-semibold">
              {names.get(pair.first)} e {names.get(pair.second)}
            </h3>
            <p className="mt-1">{movesText(pair)}</p>
            <p className="mt-1 text-ink-2">{fallsText(pair)}</p>
          </li>
        ))}
      </ul>
      <p className="mt-5 border-t border-line pt-3 text-label text-ink-3">
        La correlazione dei risultati giornalieri va da −1 a 1. Chi copia due trader che si muovono insieme rischia due
        volte la stessa perdita.
      </p>
    </Panel>
  )
}
