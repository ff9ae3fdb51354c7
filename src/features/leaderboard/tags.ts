import type { LeaderboardEntry } from './contract.ts'

type Tag = LeaderboardEntry['tags'][number]

/** Words of public findings (`docs/integrity.md`), the most serious ones first. */
const words: readonly [Tag['tone'], string, ...codes: string[]][] = [
  ['danger', 'Bruciato', 'blown_account'],
  ['danger', 'Drawdown estremo', 'extreme_drawdown'],
  ['danger', 'Perdite nascoste', 'heavy_hidden_loss', 'hidden_loss'],
  ['danger', 'Salvato da versamenti', 'repeated_rescues', 'rescue_deposit'],
  ['warn', 'Drawdown profondo', 'deep_drawdown'],
  ['warn', 'Perdite lasciate correre', 'old_losers'],
  ['warn', 'Martingala', 'martingale'],
  ['warn', 'Coperture', 'hedged_growth'],
  ['warn', 'Mediazione', 'averaging'],
  ['warn', 'Piccoli guadagni', 'small_wins'],
  ['warn', 'Risultato concentrato', 'one_lucky_trade'],
  ['warn', 'Senza stop loss', 'no_stop_loss'],
  ['info', 'Conto in centesimi', 'cent_account'],
  ['info', 'Conto minimo', 'tiny_account'],
  ['info', 'Conto piccolo', 'small_account'],
  ['info', 'Operazioni brevissime', 'very_short_trades'],
  ['info', 'Credito o bonus', 'bonus_credit'],
  ['info', 'Conto cambiato', 'account_changed', 'account_released'],
]
const known = new Set(words.flatMap(([, , ...codes]) => codes))
/** Findings about the data themselves: the profile names each one. */
const aboutData: Tag = { word: 'Segnalazioni sui dati', tone: 'warn' }

/** The tags of a row, the most serious one first. An extreme drawdown is a deep one too, and says so alone. */
export function tagsOf({ flags }: Pick<LeaderboardEntry, 'flags'>): Tag[] {
  const tags = words
    .filter(([, , ...codes]) => codes.some((code) => flags.includes(code)))
    .filter(([, , code]) => code !== 'deep_drawdown' || !flags.includes('extreme_drawdown'))
    .map(([tone, word]): Tag => ({ word, tone }))
  if (!flags.some((code) => !known.has(code))) return tags
  const firstInfo = tags.findIndex(({ tone }) => tone === 'info')
  return tags.toSpliced(firstInfo === -1 ? tags.length : firstInfo, 0, aboutData)
}
