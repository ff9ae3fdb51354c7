import { setTimeout as sleep } from 'node:timers/promises'
import { signedIn } from '#server/testing/people.ts'
import { bench, compare, option } from './frame/bench.ts'
import { visits } from './frame/children.ts'
import { allAnswered, load, type Plan } from './frame/load.ts'
import { startMeter, startPopulated, type Populated } from './frame/populated.ts'

/**
 * CPU time of a request with many traders against the same with few: the first page, deep pages, the own place on the dashboard, a profile
 * and the platform's figures. Node and PostgreSQL together, less what both use without requests. Both products run side by side.
 * `--few=N` (500), `--many=N` (5,000), with `--data=FOLDER` and `--days=N` as for all benches.
 */

const few = option('few', 500)
const many = option('many', 5_000)
const bar = { most: 1.1 }
const idleMs = 3_000
const rows = 50
const often: Plan = { connections: 64, seconds: 1.1 }
/** Requests of which each is made once. */
const once: Plan = { connections: 4, seconds: 60, most: 60 }

interface Measured {
  product: Populated
  traders: number
  /** Microseconds of CPU in a millisecond without requests. */
  idle: number
}

async function start(traders: number): Promise<Measured> {
  const product = await startPopulated(traders)
  const use = await startMeter(product)
  await sleep(idleMs)
  const { node, postgres } = await use()
  return { product, traders, idle: (node + postgres) / idleMs }
}

/** Microseconds of CPU for each of these requests. */
function measurement({ product, idle }: Measured, texts: readonly Buffer[], plan: Plan): () => Promise<number> {
  let sent = 0
  return async () => {
    const use = await startMeter(product)
    const run = await load(product.port, () => texts[sent++ % texts.length] ?? '', plan)
    const { node, postgres } = await use()
    const { answered, seconds } = allAnswered(run, 'requests')
    return (node + postgres - 1000 * idle * seconds) / answered
  }
}

/** The dashboards of some traders who are signed in, in turn, from many addresses. */
async function dashboards({ product: { sql, secrets } }: Measured, network: number): Promise<Buffer[]> {
  const people = await sql<{ trader_id: string }[]>`
    select trader_id from trader join trading_account using (trader_id) order by username limit 20`
  const own: Buffer[][] = []
  for (const { trader_id } of people) {
    const { authorization } = await signedIn({ sql, secrets, clock: { now: () => Date.now() } }, trader_id)
    own.push(visits(['/api/dashboard'], { network, extra: `Authorization: ${authorization}\r\n` }))
  }
  return (own[0] ?? []).map((text, index) => own[index % own.length]?.[index] ?? text)
}

await bench(async () => {
  const [small, large] = [await start(few), await start(many)]
  const names = ({ product: { advisors } }: Measured) => advisors.map(({ username }) => username)
  const kinds: [name: string, plan: Plan, texts: (of: Measured, network: number) => Buffer[] | Promise<Buffer[]>][] = [
    ['first page', often, (_, network) => visits([`/api/fresh/leaderboard?limit=${rows}`], { network })],
    [
      'deep pages',
      often,
      ({ traders }, network) => {
        const last = Math.floor(traders / rows)
        const deep = Array.from({ length: 5 }, (_, back) => `/api/fresh/leaderboard?limit=${rows}&page=${last - back}`)
        return visits(deep, { network })
      },
    ],
    ['platform figures', often, (_, network) => visits(['/api/fresh/stats'], { network })],
    ['own place', often, dashboards],
    [
      'profile, requested often',
      often,
      (of, network) => {
        const first = names(of).slice(0, rows)
        return visits(
          first.map((name) => `/api/trader/${name}`),
          { network },
        )
      },
    ],
    [
      'profile, requested once',
      once,
      (of, network) => {
        const others = names(of).slice(rows)
        return visits(
          others.map((name) => `/api/trader/${name}`),
          { network },
        )
      },
    ],
  ]
  for (const [index, [name, plan, texts]] of kinds.entries()) {
    await compare(
      `${name}, ${many} / ${few} traders`,
      {
        reference: measurement(small, await texts(small, 10 + index), plan),
        ours: measurement(large, await texts(large, 10 + index), plan),
      },
      { unit: 'µs of CPU', bar },
    )
  }
})
