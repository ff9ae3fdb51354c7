import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bench, compare, median, option } from './frame/bench.ts'
import { cpuMicrosOf } from './frame/cluster.ts'
import { startGenerator } from './frame/generator.ts'
import { allAnswered } from './frame/load.ts'
import { startMeter, startPopulated, urlOf } from './frame/populated.ts'
import { startProduct, stopProgram, untilListed, type Program } from './frame/product.ts'

/**
 * Syncs acknowledged in a second by one instance, while two more follow its changes, against the same without these. All three share two
 * cores, so that the work of the followers counts, too.
 * `--accounts=N` (2,000), `--seconds=N` of each measurement (3).
 */

const accounts = option('accounts', 2_000)
const seconds = option('seconds', 3)
const bar = { least: 0.95 }
/** A start's last work is over by then. Milliseconds. */
const restMs = 5_000

await bench(async () => {
  const product = await startPopulated(accounts)
  const { advisors, port, address, folder } = product
  const syncs = startGenerator({ advisors, records: false })
  /** CPU of a sync in the instance that takes it, in PostgreSQL and in the followers, microseconds; without and with followers. */
  const costs = { without: [[], [], []] as number[][], with: [[], [], []] as number[][] }
  const rate = async (followers: Program[]) => {
    const used = () => followers.reduce((sum, { child }) => sum + cpuMicrosOf(child.pid ?? 0), 0)
    const before = used()
    const use = await startMeter(product)
    const { answered, seconds: took } = allAnswered(await syncs(port, { connections: 256, seconds }), 'syncs')
    const { node, postgres } = await use()
    const parts = [node, postgres, used() - before]
    for (const [index, micros] of parts.entries())
      costs[followers.length > 0 ? 'with' : 'without'][index]?.push(micros / answered)
    return answered / took
  }
  await compare(
    'syncs with two listening instances',
    {
      reference: async () => {
        await sleep(restMs)
        return rate([])
      },
      ours: async () => {
        const others: Program[] = []
        for (let index = 0; index < 2; index += 1) {
          // From the stored ranking it would read each trader again while it is measured.
          rmSync(join(folder, 'ranking'), { recursive: true, force: true })
          others.push(await startProduct(folder, { DATABASE_URL: urlOf(address) }))
        }
        for (const other of others) await untilListed(other, accounts)
        await sleep(restMs)
        const measured = await rate(others)
        for (const { child } of others) await stopProgram(child)
        return measured
      },
    },
    { unit: 'in a second', bar },
  )
  for (const [kind, parts] of Object.entries(costs)) {
    const [node, postgres, followers] = parts.map((micros) => median(micros).toFixed(0))
    console.log(
      `a sync ${kind} followers: ${node} µs node, ${postgres} µs PostgreSQL, ${followers} µs in the followers`,
    )
  }
})
