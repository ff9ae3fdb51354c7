import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listPage } from '#features/leaderboard/server/answers/list.ts'
import { normaliseQuery } from '#features/leaderboard/server/answers/query.ts'
import { platformStats } from '#features/leaderboard/server/answers/stats.ts'
import { takeSnapshot } from '#features/leaderboard/server/ranking/snapshot.ts'
import { createTraderTable, type TraderTable } from '#features/leaderboard/server/ranking/table/trader-table.ts'
import { idOf, invented, type Figures } from '#features/leaderboard/server/testing/invented-trader.ts'
import { createRandom } from '#features/ea/simulation/random.ts'
import { connectDatabase } from '#server/database/database.ts'
import { removeDataFolder } from '#server/embedded-postgres/embedded-postgres-place.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { createLog } from '#server/log/log.ts'
import { atEnd, bench, compare, median, option, record } from './frame/bench.ts'

/**
 * The ranking in memory, in process, with `--traders=N` (100,000) and a tenth of them: the move of one trader, uncached pages, and the
 * ranking of all against `row_number()` of PostgreSQL over the same rows. CPU time of this process; PostgreSQL's by its own clock.
 */

const many = option('traders', 100_000)
const few = Math.round(many / 10)
const now = Date.UTC(2026, 10, 20, 12)
/** Microseconds, milliseconds and ratios. */
const bars = { move: 2, growth: 6, put: 60, page: 5, rank: 0.6 }
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

function filled(count: number): Filled {
  const random = createRandom(7)
  const table = createTraderTable()
  const figures: Figures[] = []
  for (let id = 0; id < count; id += 1) {
    const figure = figuresOf(id, random)
    figures.push(figure)
    table.put(idOf(id), { day: 0, today: invented(id, figure, now), tomorrow: null }, now)
  }
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
    columns.write(slot, { ...mover, trader_id: columns.id(slot), score: 100 * random.unit() }, {})
    rank.place(slot)
    rank.countBefore(slot)
  })
}
const mover = { trader_id: '', eligible: true, score: 0, roi_90: 0, total_trades: 0, member_since: 0 }

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

/** The whole ranking from the figures, against the same in SQL. */
async function rankAll({ figures }: Filled): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'toptrader-bench-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await startEmbeddedPostgres(folder, createLog('error'))
  atEnd(async () => {
    await postgres.stop()
    removeDataFolder(folder)
  })
  const { sql, close } = connectDatabase(postgres.address, { max: 1, patient: true })
  atEnd(close)
  await sql`create table ranked (id text collate "C", eligible boolean, score float8, roi float8, trades integer, since float8)`
  const rows = figures.map((one, id) => ({ id: idOf(id), ...one }))
  for (let start = 0; start < rows.length; start += 10_000)
    await sql`
      insert into ranked select id, eligible, score, roi_90, trades, since
        from json_to_recordset(${JSON.stringify(rows.slice(start, start + 10_000))}::text::json)
             as row(id text, eligible boolean, score float8, roi_90 float8, trades integer, since float8)`
  await sql`vacuum analyze ranked`
  const ordered = () => sql<{ ids: string }[]>`
    select string_agg(id, ' ' order by place) as ids
      from (select id, row_number() over (order by eligible desc, floor(coalesce(score, -1) * 1e6 + 0.5) desc,
                     floor(coalesce(roi, -1) * 1e9 + 0.5) desc, trades desc, since, id) as place from ranked) placed`
  // As at a start: the keys of all are written, and then sorted once.
  const rank = async () => {
    const { columns } = createTraderTable()
    for (const [index, { score, roi_90, trades, since, eligible }] of figures.entries()) {
      const trader = { trader_id: idOf(index), eligible, score, roi_90, total_trades: trades, member_since: since }
      columns.write(index + 1, trader, {})
    }
    await columns.fill(
      Uint32Array.from(figures, (_, index) => index + 1),
      ['rank'],
    )
    return columns
  }
  const { orders, id } = await rank()
  const [place] = await ordered()
  if (place?.ids !== Array.from(orders.rank.slots(), id).join(' ')) throw new Error('the two orders differ')
  await compare(
    `rank ${figures.length} traders`,
    {
      reference: async () => {
        const [plan] = await sql<{ 'QUERY PLAN': [{ 'Execution Time': number }] }[]>`
          explain (analyze, timing off, format json)
          select id, row_number() over (order by eligible desc, floor(coalesce(score, -1) * 1e6 + 0.5) desc,
                 floor(coalesce(roi, -1) * 1e9 + 0.5) desc, trades desc, since, id) from ranked`
        return plan?.['QUERY PLAN'][0]['Execution Time'] ?? Number.NaN
      },
      ours: async () => {
        const { user, system } = process.cpuUsage()
        await rank()
        const used = process.cpuUsage()
        return (used.user + used.system - user - system) / 1000
      },
    },
    { unit: 'ms', bar: { most: bars.rank } },
  )
}

await bench(async () => {
  // Tables of their own: only the ranking's order follows a move.
  const [before, after] = [moveMicros(filled(few), few), moveMicros(filled(many), many)]
  record(`move of one among ${many}`, after, 'µs', { most: bars.move })
  record(`growth of a move from ${few}`, after / before, '×', { most: bars.growth })
  const small = filled(few)
  const large = filled(many)
  record(`trader as read, into all orders`, putMicros(large, many), 'µs', { most: bars.put })
  const [inSmall, inLarge] = [pages(small, few), pages(large, many)]
  for (const [name, ms] of Object.entries(inLarge)) record(`${name}, uncached`, ms, 'ms', { most: bars.page })
  for (const name of ['first page', 'deep page'])
    console.log(`${name}: ${inSmall[name]} ms at ${few}, ${inLarge[name]} ms at ${many}`)
  await rankAll(large)
})
