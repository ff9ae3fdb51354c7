import type { FilterName } from '../contract.ts'
import { levelNames, platformNames, riskNames, styleNames, type Filters } from '../page.ts'
import * as format from '#shared/format/format.ts'

const months = (text: string) => format.counted(Number(text), 'mese', 'mesi')

/** The name of a filter with its value, by which the list says which one to take away. */
const texts: Record<FilterName, (value: string) => string> = {
  q: (value) => `Ricerca di ${value}`,
  trading_style: (value) => `Stile ${nameIn(styleNames, value)}`,
  risk_level: (value) => `Rischio ${nameIn(riskNames, value)}`,
  platform: (value) => nameIn(platformNames, value),
  country: (value) => format.country(value),
  months_min: (value) => `Storico di almeno ${months(value)}`,
  months_max: (value) => `Storico di al massimo ${months(value)}`,
  drawdown_max: (value) => `Drawdown massimo ${value}%`,
  trades_min: (value) => `Almeno ${format.counted(Number(value), 'operazione', 'operazioni')}`,
  month_loss_max: (value) => `Nessun mese sotto −${value}%`,
  climb_min: (value) => `Su di almeno ${format.counted(Number(value), 'posizione', 'posizioni')} in 7 giorni`,
  level_min: (value) => nameIn(levelNames, value),
  symbol: (value) => `Simbolo ${value.toUpperCase()}`,
  currency: (value) => `Conto in ${value}`,
  diamond: () => 'Solo Diamond',
  traders: (value) => format.counted(value.split(',').length, 'trader scelto', 'trader scelti'),
}

function nameIn(names: Record<string, string>, value: string): string {
  return names[value] ?? value
}

export function filterText(name: FilterName, filters: Filters): string {
  return texts[name](filters[name] ?? '')
}
