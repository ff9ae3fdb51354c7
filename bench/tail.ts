import { bench, median, option, record, spread } from './frame/bench.ts'
import { requests, start } from './frame/children.ts'
import { startGenerator } from './frame/generator.ts'
import { requestOnce } from './frame/load.ts'
import { readAnswer } from './frame/answer.ts'
import { longestStall, startPopulated } from './frame/populated.ts'

/**
 * The slowest answers of the list while 1,667 syncs a second arrive and the ranking is published, at half of what the product can answer
 * without them, against raw node:http with the same bytes at the same rate. Waits count from the planned moment of a request.
 * `--seconds=N` of each measurement (5), `--accounts=N` (5,000), `--rate=N` of syncs in a second.
 */

const seconds = option('seconds', 5)
const accounts = option('accounts', 5_000)
const syncRate = option('rate', 100_000 / 60)
const pairs = 5
const connections = 64
const bars = { p99: { most: 3 }, p999: { most: 5 }, stall: { most: 20 } }

await bench(async () => {
  const product = await startPopulated(accounts)
  const texts = requests('Accept-Encoding: br\r\n')
  const { headers, body } = readAnswer(await requestOnce(product.port, texts[0] ?? Buffer.alloc(0)))
  const raw = await start({ serve: 'raw', headers, body: body.toString('base64') })
  const pages = startGenerator({ texts: texts.map(String) })
  const syncs = startGenerator({ advisors: product.advisors, records: false })
  await syncs(product.port, { connections: 32, seconds: 3_600, most: accounts })

  await pages(product.port, { connections, seconds: 1 })
  const most = await pages(product.port, { connections, seconds: 3 })
  const rate = most.answered / most.seconds / 2
  console.log(`${rate.toFixed(0)} lists in a second are half of what is possible`)

  const ratios = { p99: [] as number[], p999: [] as number[] }
  const stalls: number[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    const reference = await pages(raw.port, { connections, seconds, rate })
    await longestStall(product)
    const [ours, synced] = await Promise.all([
      pages(product.port, { connections, seconds, rate }),
      syncs(product.port, { connections: 256, seconds, rate: syncRate }),
    ])
    stalls.push(await longestStall(product))
    for (const share of ['p99', 'p999'] as const) ratios[share].push(ours.waits[share] / reference.waits[share])
    const waits = (of: typeof ours) => `p99 ${of.waits.p99.toFixed(1)}, p99.9 ${of.waits.p999.toFixed(1)} ms`
    console.log(
      `ours ${waits(ours)}, unsent ${ours.unsent}; reference ${waits(reference)}; ` +
        `syncs ${(synced.answered / synced.seconds).toFixed(0)}/s, unsent ${synced.unsent}`,
    )
  }
  console.log(`longest stall ${spread(stalls)} ms; ratio of p99 ${spread(ratios.p99)}, of p99.9 ${spread(ratios.p999)}`)
  record('longest stall', median(stalls), 'ms', bars.stall)
  record('p99.9', median(ratios.p999), '× the reference', bars.p999)
  record('p99', median(ratios.p99), '× the reference', bars.p99)
})
