import { createTraderTable } from '#features/leaderboard/server/ranking/table/trader-table.ts'
import { createTraderIndex } from '#features/leaderboard/server/ranking/trader-index.ts'
import { idOf, invented } from '#features/leaderboard/server/testing/invented-trader.ts'
import { createRandom } from '#features/ea/simulation/random.ts'
import { connectDatabase } from '#server/database/database.ts'
import { createLog } from '#server/log/log.ts'
import { DAY_MS, utcDay } from '#shared/dates.ts'
import { atEnd, bench, median, option, record } from './frame/bench.ts'

/**
 * The change of the day in memory, in process: all traders go over to figures that were made before midnight, and the places of former days
 * are written; and the look for those whom the clock alone has changed, as each second has one. The longest turn of the event loop by the CPU of its thread, which other work on the machine does not lengthen, and by the clock.
 * `--traders=N` (100,000), `--rounds=N` (5).
 */

const traders = option('traders', 100_000)
const rounds = option('rounds', 5)
const bars = { turn: { most: 10 } }
const noon = Date.UTC(2026, 10, 20, 12)

/** Milliseconds. */
interface Turns {
  /** The longest turn: CPU of the thread. */
  longest: number
  /** The longest turn by the clock. */
  waited: number
  /** All turns by the clock. */
  total: number
}

const threadMillis = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Runs `work` and watches the turns of the event loop. */
async function watched(work: () => Promise<unknown>): Promise<Turns> {
  let isOver = false
  const began = performance.now()
  const last = { clock: began, cpu: threadMillis() }
  const turns: Turns = { longest: 0, waited: 0, total: 0 }
  const tick = () => {
    const now = { clock: performance.now(), cpu: threadMillis() }
    turns.waited = Math.max(turns.waited, now.clock - last.clock)
    turns.longest = Math.max(turns.longest, now.cpu - last.cpu)
    Object.assign(last, now)
    if (!isOver) setImmediate(tick)
  }
  setImmediate(tick)
  await work()
  isOver = true
  return { ...turns, total: performance.now() - began }
}

await bench(async () => {
  const random = createRandom(7)
  const table = createTraderTable()
  // The change of the day reads nothing: nobody ever connects.
  const { sql, close } = connectDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' }, { max: 1 })
  atEnd(close)
  const index = createTraderIndex({ sql, log: createLog('error') }, table, new AbortController().signal)
  const ids = Array.from({ length: traders }, (_, id) => idOf(id))
  /** Every trader with figures of a day and of the next one. */
  const fill = (now: number) => {
    for (let id = 0; id < traders; id += 1) {
      const score = 100 * random.unit()
      const figures = { eligible: id % 5 > 0, score, roi_90: score / 100 - 0.3, trades: id % 300, since: id }
      const shown = { shown: Math.round(100 * score) / 100, name: `Trader ${id}`, platform: 'MT5' as const }
      const today = invented(id, { ...figures, ...shown }, now)
      table.put(idOf(id), { day: utcDay(now), today, tomorrow: { ...today, score: 100 * random.unit() } }, now)
    }
  }
  const places = new Map(ids.map((id, index) => [id, { yesterday: 1 + index, week_ago: traders - index }]))
  const all: Record<'going over' | 'former places' | 'ageing', Turns[]> = {
    'going over': [],
    'former places': [],
    ageing: [],
  }
  for (let round = 0; round < rounds; round += 1) {
    const now = noon + round * 2 * DAY_MS
    fill(now)
    let left: string[] = []
    all['going over'].push(await watched(async () => (left = await index.turn(ids, now + DAY_MS))))
    if (left.length > 0) throw new Error(`${left.length} traders would be read`)
    all['former places'].push(await watched(() => table.earlier.replace(places)))
    all.ageing.push(await watched(() => index.age(now + DAY_MS)))
  }
  for (const [name, turns] of Object.entries(all)) {
    const of = (name: keyof Turns) => turns.map((one) => one[name].toFixed(1)).join(', ')
    console.log(
      `${name}: longest turn ${of('longest')} ms of CPU, ${of('waited')} ms by the clock; in all ${of('total')} ms`,
    )
    record(`${name}, longest turn`, median(turns.map(({ longest }) => longest)), 'ms', bars.turn)
  }
})
