import type { Fall } from '#features/performance/rules/periods.ts'
import { foldRows, type DailyRow } from '#features/performance/rules/rows.ts'
import { dayText } from '#shared/dates.ts'
import { day, resultPercent } from '#shared/format/format.ts'
import { shareWithArticle } from './article.ts'
import type * as z from 'zod/mini'
import type { figuresAnswer } from '../../figures-contract.ts'

/** Falls from the peak, since the start, that a visitor reads before all else. `docs/ranking.md` 8.6. */
const DEEP = 0.3
const EXTREME = 0.55

const rescued = 'Mentre le posizioni aperte perdevano molto, sul conto è arrivato un versamento importante.'
const rescueCodes = ['rescue_deposit', 'repeated_rescues']

/** One alert for all that is wrong; null where nothing is. @param deepest the deepest fall of `rows` @param flags public findings */
export function alertOf(
  rows: readonly DailyRow[],
  deepest: Fall | null,
  flags: readonly string[],
): z.output<typeof figuresAnswer>['alert'] {
  const isRescued = rescueCodes.some((code) => flags.includes(code))
  const isBlown = flags.includes('blown_account')
  if (deepest === null || (deepest.depth <= DEEP && !isBlown)) {
    return isRescued ? { tone: 'warn', lead: 'Salvato da un versamento.', text: rescued } : null
  }
  const total = resultPercent(100 * (foldRows(rows).growth - 1), 1)
  const back =
    deepest.recovered_day === null
      ? ''
      : ` Il conto è tornato al suo massimo il ${day(dayText(deepest.recovered_day))}.`
  return {
    tone: isBlown || deepest.depth > EXTREME ? 'danger' : 'warn',
    lead: `Ha perso ${shareWithArticle(100 * deepest.depth)} dal massimo, il ${day(dayText(deepest.low_day))}.`,
    text: `Dall’inizio è a ${total}.${back}${isRescued ? ` ${rescued}` : ''}`,
  }
}
