import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bench, compare, median, option, record, spread } from './frame/bench.ts'
import {
  dataFolder,
  memoryOf,
  seedFolder,
  startProduct,
  startProgram,
  stillRuns,
  stopProgram,
  untilListed,
} from './frame/product.ts'

/**
 * The time from the start of the process to its first answer, against the first answer of raw node:http in the same pair; to readiness;
 * and to a ranking that is not the stored one. The first start has no stored ranking.
 * `--traders=N` (10,000): invented traders in a database of its own.
 */

const traders = option('traders', 10_000)
const bars = { live: { most: 4 }, readyMs: { most: traders <= 10_000 ? 1_000 : traders <= 100_000 ? 3_000 : 15_000 } }
const rawSource = `require('node:http').createServer((_, reply) => reply.end('up')).listen(Number(process.env.PORT), '127.0.0.1')`

await bench(async () => {
  const folder = dataFolder(traders)
  const stored = join(folder, 'ranking', 'last.zst')
  await seedFolder(folder, traders)
  rmSync(stored, { force: true })
  const readies: number[] = []

  async function startRaw(): Promise<number> {
    const raw = await startProgram(['-e', rawSource], folder)
    const live = raw.since()
    await stopProgram(raw.child)
    return live
  }

  /** @returns milliseconds until the first answer */
  async function startOurs(): Promise<number> {
    const product = await startProduct(folder)
    const { child, live, since } = product
    const ready = since()
    await untilListed(product, traders)
    const loaded = since()
    while (!existsSync(stored)) await stillRuns(child, 50)
    const { most } = memoryOf(child.pid ?? 0)
    await stopProgram(child)
    readies.push(ready)
    const times = [live, ready, loaded].map((ms) => ms.toFixed(0)).join(', ')
    console.log(`first answer, ready, loaded: ${times} ms; at most ${most.toFixed(0)} MB`)
    return live
  }

  console.log('without a stored ranking:')
  await startOurs()
  readies.length = 0
  console.log('with a stored ranking:')
  await compare('first answer', { reference: startRaw, ours: startOurs }, { unit: 'ms', bar: bars.live, warm: false })
  console.log(`ready: ${spread(readies)} ms`)
  record(`ready with ${traders} traders`, median(readies), 'ms', bars.readyMs)
})
