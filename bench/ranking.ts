import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listPage } from '#features/leaderboard/server/answers/list.ts'
import { normaliseQuery } from '#features/leaderboard/server/answers/query.ts'
import { platformStats } from '#features/leaderboard/server/answers/stats.ts'
import { scoreOf, type Measures } from '#features/leaderboard/rules/score.ts'
import { takeSnapshot } from '#features/leaderboard/server/ranking/snapshot.ts'
import { createColumns } from '#features/leaderboard/server/ranking/table/columns.ts'
import { createTraderIds } from '#features/leaderboard/server/ranking/table/trader-ids.ts'
import { createTraderTable, type TraderTable } from '#features/leaderboard/server/ranking/table/trader-table.ts'
import { idOf, invented, type Figures } from '#features/leaderboard/server/testing/invented-trader.ts'
import { createRandom } from '#features/ea/simulation/random.ts'
import { connectDatabase, type Sql } from '#server/database/database.ts'
import { removeDataFolder } from '#server/embedded-postgres/embedded-postgres-place.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { createLog } from '#server/log/log.ts'
import { atEnd, bench, compare, median, option, record, Unavailable } from './frame/bench.ts'
import { startRedis } from './frame/redis.ts'

/**
 * The ranking in memory, in process, with `--traders=N` (100,000) and with `--few=N` (10,000): the move of one trader, uncached pages, and the
 * ranking of all against `row_number()` of PostgreSQL over the same rows. CPU time of this process; PostgreSQL's by its own clock. The move
 * is compared with Redis's `ZADD` without pipeline, in CPU time of that process. It needs redis-server.
 */

const many = option('traders', 100_000)
const few = option('few', 10_000)
const now = Date.UTC(2026, 10, 20, 12)
/** Microseconds, milliseconds and ratios. */
const bars = { move: 2, growth: 6, redis: 0.2, put: 60, page: 5, rank: 0.6 }
const names = ['Anna Bianchi', 'Mario Rossi', 'Nicolò Però', 'Trader Uno', 'Zeta Capital']

function figuresOf(id: number, random: { unit: () => number }): Figures {
  const score = 100 * random.unit()
  return {
    eligible: id % 5 > 0,
    score,
    roi_90: score / 100 - 0.3,
    trades: id % 300,
    since: id,
    shown: Math.round(score * 100) / 100,
    name: names[id % names.length] ?? '',
    platform: id % 3 === 0 ? 'MT4' : 'MT5',
  }
}

interface Filled {
  table: TraderTable
  figures: Figures[]
  random: { unit: () => number }
}

async function filled(count: number): Promise<Filled> {
  const random = createRandom(7)
  const table = createTraderTable()
  const figures: Figures[] = []
  for (let id = 0; id < count; id += 1) {
    const figure = figuresOf(id, random)
    figures.push(figure)
    table.put(idOf(id), { day: 0, today: invented(id, figure, now), tomorrow: null }, now)
  }
  await table.earlier.replace(
    new Map(figures.map((_, id) => [idOf(id), { yesterday: null, week_ago: 1 + ((id * 7_919) % count) }])),
  )
  return { table, figures, random }
}

/** CPU time of one round in microseconds: the median of five series. */
function microsOf(rounds: number, work: (round: number) => void): number {
  const series: number[] = []
  for (let repeat = 0; repeat < 6; repeat += 1) {
    const { user, system } = process.cpuUsage()
    for (let round = 0; round < rounds; round += 1) work(round)
    const used = process.cpuUsage()
    if (repeat > 0) series.push((used.user + used.system - user - system) / rounds)
  }
  return median(series)
}

/** One trader with another score, in the ranking alone, and the new place. */
function moveMicros({ table, random }: Filled, count: number): number {
  const { columns } = table
  const { rank } = columns.orders
  return microsOf(20_000, () => {
    const slot = 1 + Math.floor(count * random.unit())
    columns.write(slot, { ...mover, score: 100 * random.unit() })
    rank.place(slot)
    rank.countBefore(slot)
  })
}
const mover = { eligible: true, score: 0, roi_90: 0, total_trades: 0, member_since: 0 }

/** A trader as read, packed and put into all orders. */
const putMicros = ({ table, figures, random }: Filled, count: number) =>
  microsOf(3_000, () => {
    const id = Math.floor(count * random.unit())
    const figure = { ...(figures[id] ?? figuresOf(id, random)), score: 100 * random.unit() }
    table.put(idOf(id), { day: 0, today: invented(id, figure, now), tomorrow: null }, now)
  })

/** Uncached answers in milliseconds: after a change, so that no order has its slots at hand. */
function pages({ table }: Filled, count: number) {
  const query = (given: Parameters<typeof normaliseQuery>[0]) => {
    const normalised = normaliseQuery({ limit: 50, ...given })
    return () => listPage(takeSnapshot(table, now, null), normalised)
  }
  const shown: Record<string, () => unknown> = {
    'first page': query({}),
    'deep page': query({ page: Math.floor(count / 100) }),
    'sorted by profit': query({ sort_by: 'profit' }),
    'search of one letter': query({ q: 'a' }),
    'search of a name': query({ q: 'però' }),
    'search without a match': query({ q: 'nessuno così' }),
    'search of a name and a symbol': query({ q: 'però', symbol: 'EURUSD' }),
    'traders by name': query({ traders: Array.from({ length: 50 }, (_, id) => `User${id}`).join(',') }),
    'places climbed': query({ climb_min: Math.round(count / 2) }),
    filter: query({ platform: 'MT4', sort_by: 'roi_30' }),
    stats: () => platformStats(takeSnapshot(table, now, null)),
  }
  let changes = 0
  const change = () => {
    changes += 1
    const figure = figuresOf(changes, { unit: () => (changes % 97) / 97 })
    table.put(idOf(changes % count), { day: 0, today: invented(changes % count, figure, now), tomorrow: null }, now)
  }
  const changing = microsOf(20, change)
  return Object.fromEntries(
    Object.entries(shown).map(([name, make]) => [
      name,
      (microsOf(20, () => {
        change()
        make()
      }) -
        changing) /
        1000,
    ]),
  )
}

/** The inputs of the score, in the order of their columns. */
const inputs = ['growth90', 'startDrawdown', 'countedTrades', 'countedWins', 'equity', 'floatingRatio'] as const

/** The numbers that decide the places of all, by slot: no object for each trader, which would make the garbage collector a part of the figure. */
function rowsOf(count: number) {
  const random = createRandom(7)
  const numbers = () => new Float64Array(count)
  const measures = inputs.map(numbers)
  const rows = { ids: [] as string[], score: numbers(), roi: numbers(), trades: numbers(), since: numbers() }
  for (let id = 0; id < count; id += 1) {
    const trades = id % 300
    const chosen = [2 * random.unit(), random.unit(), trades, trades * random.unit(), random.unit(), random.unit()]
    for (const [at, value] of chosen.entries()) (measures[at] as Float64Array)[id] = value
    rows.ids.push(idOf(id))
    rows.roi[id] = (chosen[0] ?? 1) - 1
    rows.trades[id] = trades
    rows.since[id] = id
  }
  const traderIds = createTraderIds()
  for (const [id, traderId] of rows.ids.entries()) traderIds.set(id + 1, traderId)
  evaluate(rows.score, measures)
  return { ...rows, measures, traderIds, isEligible: (id: number) => id % 5 > 0 }
}
type Rows = ReturnType<typeof rowsOf>

/** Everybody's score, with its points and levers, from the columns of its inputs. */
function evaluate(score: Float64Array, measures: readonly Float64Array[]): void {
  const measure = Object.fromEntries(inputs.map((name) => [name, 0])) as Record<keyof Measures, number>
  for (let id = 0; id < score.length; id += 1) {
    for (const [at, name] of inputs.entries()) measure[name] = measures[at]?.[id] ?? 0
    score[id] = scoreOf(measure).score
  }
}

/** The keys of all are written, and then sorted once: the table of SQL has its rows, and it makes the same keys of them. */
async function ranked({ ids, traderIds, score, roi, trades, since, isEligible }: Rows) {
  const columns = createColumns(traderIds)
  const trader = { eligible: false, score: 0, roi_90: 0, total_trades: 0, member_since: 0 }
  for (let id = 0; id < ids.length; id += 1) {
    trader.eligible = isEligible(id)
    trader.score = score[id] ?? 0
    trader.roi_90 = roi[id] ?? 0
    trader.total_trades = trades[id] ?? 0
    trader.member_since = since[id] ?? 0
    columns.write(id + 1, trader)
  }
  await columns.fill(
    Uint32Array.from(ids.keys(), (id) => id + 1),
    ['rank'],
  )
  return columns
}

const sqlOrder = `row_number() over (order by eligible desc, floor(coalesce(score, -1) * 1e6 + 0.5) desc,
  floor(coalesce(roi, -1) * 1e9 + 0.5) desc, trades desc, since, id)`

async function insertRows(sql: Sql, { ids, score, roi, trades, since, isEligible }: Rows): Promise<void> {
  await sql`create table ranked (id text collate "C", eligible boolean, score float8, roi float8, trades integer, since float8)`
  for (let start = 0; start < ids.length; start += 10_000) {
    const part = (values: Float64Array) => Array.from(values.subarray(start, start + 10_000))
    const names = ids.slice(start, start + 10_000)
    const eligible = names.map((_, index) => isEligible(start + index))
    await sql`insert into ranked
      select * from unnest(${names}::text[], ${eligible}::boolean[], ${part(score)}::float8[], ${part(roi)}::float8[],
                           ${part(trades)}::integer[], ${part(since)}::float8[])`
  }
  await sql`vacuum analyze ranked`
}

async function checkOrder(sql: Sql, rows: Rows): Promise<void> {
  const { orders, id } = await ranked(rows)
  const [place] = await sql.unsafe<{ ids: string }[]>(
    `select string_agg(id, ' ' order by place) as ids from (select id, ${sqlOrder} as place from ranked) placed`,
  )
  if (place?.ids !== Array.from(orders.rank.slots(), id).join(' ')) throw new Error('the two orders differ')
}

/** The whole ranking, against the same in SQL. */
async function rankAll(count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'toptrader-bench-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await startEmbeddedPostgres(folder, createLog('error'))
  atEnd(async () => {
    await postgres.stop()
    removeDataFolder(folder)
  })
  const { sql, close } = connectDatabase(postgres.address, { max: 1, patient: true })
  atEnd(close)
  const rows = rowsOf(count)
  await insertRows(sql, rows)
  await checkOrder(sql, rows)
  const reference = async () => {
    const [plan] = await sql.unsafe<{ 'QUERY PLAN': [{ 'Execution Time': number }] }[]>(
      `explain (analyze, timing off, format json) select id, ${sqlOrder} from ranked`,
    )
    return plan?.['QUERY PLAN'][0]['Execution Time'] ?? Number.NaN
  }
  const millisOf = (work: () => Promise<unknown>) => async () => {
    const { user, system } = process.cpuUsage()
    await work()
    const used = process.cpuUsage()
    return (used.user + used.system - user - system) / 1000
  }
  const whole = async () => {
    evaluate(rows.score, rows.measures)
    await ranked(rows)
  }
  const settings = { unit: 'ms', bar: { most: bars.rank } }
  await compare(`rank ${count} traders`, { reference, ours: millisOf(() => ranked(rows)) }, settings)
  await compare(`score and rank ${count} traders`, { reference, ours: millisOf(whole) }, settings)
}

await bench(async () => {
  await rankAll(many)
  // Tables of their own: only the ranking's order follows a move.
  const moved = await filled(many)
  const [before, after] = [moveMicros(await filled(few), few), moveMicros(moved, many)]
  record(`move of one among ${many}`, after, 'µs', { most: bars.move })
  record(`growth of a move from ${few}`, after / before, '×', { most: bars.growth })
  const redis = await startRedis(many)
  if (redis !== null) {
    console.log(`Redis has ${redis.members} members`)
    const ours = async () => moveMicros(moved, many)
    const unit = 'µs of CPU'
    await compare(
      'move of one / ZADD of Redis',
      { reference: redis.zaddMicros, ours },
      { unit, bar: { most: bars.redis } },
    )
  }
  const small = await filled(few)
  const large = await filled(many)
  record(`trader as read, into all orders`, putMicros(large, many), 'µs', { most: bars.put })
  const [inSmall, inLarge] = [pages(small, few), pages(large, many)]
  for (const [name, ms] of Object.entries(inLarge)) record(`${name}, uncached`, ms, 'ms', { most: bars.page })
  for (const name of ['first page', 'deep page'])
    console.log(`${name}: ${inSmall[name]} ms at ${few}, ${inLarge[name]} ms at ${many}`)
  if (redis === null) throw new Unavailable('redis-server is missing: apt-get install redis-server')
})
