import { isDeal, isTrade, recordSeconds, type LedgerRecord } from '#features/ea/rules/records.ts'
import { found, namedAtMost, type Finding } from '../rule.ts'
import { pairOf } from '../symbols.ts'
import { syncRule } from '../sync-rule.ts'

const HOUR_S = 3_600
const DAY_S = 86_400
/** Hours of the broker's Saturday in which no broker trades currencies, wherever its clock stands. */
const restFrom = 2
const restUntil = 22

/** Trades that close before they open, and currencies traded on a Saturday. */
export const impossibleTimes = syncRule({
  thresholds: {},
  findings: {
    impossible_times: {
      rule: 'R21',
      consequence: 'warning',
      audience: 'silent',
      life: 'event',
      when: 'A trade closed before it opened (MT4), or a pair of currencies was traded on a Saturday from 02 to 22 by the clock of the broker.',
      name: 'Orari impossibili',
      admin: 'Chiusura prima dell’apertura, o operazione a mercato chiuso. Controlla fuso e simbolo.',
    },
  },
  terms: { closed_before_opened: 'Chiuse prima dell’apertura', traded_on_saturday: 'Di sabato' },
  section: 'market',
  memory: {},
  detect: (memory, { received }) => ({
    memory,
    findings: impossibleAmong(received.fresh.map(({ record }) => record)),
    checked: [],
  }),
})

export function impossibleAmong(records: readonly LedgerRecord[]): Finding<'impossible_times'>[] {
  const trades = records.filter((record) => isTrade(record) || (isDeal(record) && record.entry === 'in'))
  const backwards = trades.filter((record) => !isDeal(record) && record.close_time < record.open_time)
  const resting = trades.filter((record) => pairOf(record.symbol) !== null && restsAt(recordSeconds(record)))
  if (backwards.length + resting.length === 0) return []
  const tickets = (those: readonly LedgerRecord[]) => those.slice(0, namedAtMost).map(({ ticket }) => ticket)
  const evidence = { closed_before_opened: tickets(backwards), traded_on_saturday: tickets(resting) }
  return [found('impossible_times', evidence, backwards.length + resting.length)]
}

/** @param wall broker seconds */
function restsAt(wall: number): boolean {
  const hour = Math.floor((wall % DAY_S) / HOUR_S)
  return (Math.floor(wall / DAY_S) + 4) % 7 === 6 && hour >= restFrom && hour < restUntil
}
