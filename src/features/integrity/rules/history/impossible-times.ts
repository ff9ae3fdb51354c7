import { isDeal, isTrade, recordSeconds, type LedgerRecord } from '#features/ea/rules/records.ts'
import { DAY_MS, HOUR_MS } from '#shared/dates.ts'
import { nightRule } from '../night-rule.ts'
import { found, namedAtMost } from '../rule.ts'
import { pairOf } from '../symbols.ts'

/** Hours of the broker's Saturday in which no broker trades currencies, wherever its clock stands. */
const restFrom = 2
const restUntil = 22

/** Trades that close before they open, and currencies traded on a Saturday. */
export const impossibleTimes = nightRule({
  thresholds: {},
  findings: {
    impossible_times: {
      rule: 'R21',
      consequence: 'warning',
      audience: 'silent',
      life: 'state',
      when: 'A trade of the last `review_days` days closed before it opened (MT4), or a pair of currencies was traded on a Saturday from 02 to 22 by the clock of the broker.',
      name: 'Orari impossibili',
      admin: 'Chiusura prima dell’apertura, o operazione a mercato chiuso. Controlla fuso e simbolo.',
    },
  },
  terms: { closed_before_opened: 'Chiuse prima dell’apertura', traded_on_saturday: 'Di sabato' },
  detect({ records }) {
    const trades = records.filter((record) => isTrade(record) || (isDeal(record) && record.entry === 'in'))
    const backwards = trades.filter((record) => !isDeal(record) && record.close_time < record.open_time)
    const resting = trades.filter((record) => pairOf(record.symbol) !== null && restsAt(recordSeconds(record) * 1000))
    if (backwards.length + resting.length === 0) return []
    const tickets = (those: readonly LedgerRecord[]) => those.slice(0, namedAtMost).map(({ ticket }) => ticket)
    const evidence = { closed_before_opened: tickets(backwards), traded_on_saturday: tickets(resting) }
    return [found('impossible_times', evidence, backwards.length + resting.length)]
  },
})

/** @param wall broker time in milliseconds */
function restsAt(wall: number): boolean {
  const hour = Math.floor((wall % DAY_MS) / HOUR_MS)
  return (Math.floor(wall / DAY_MS) + 4) % 7 === 6 && hour >= restFrom && hour < restUntil
}
