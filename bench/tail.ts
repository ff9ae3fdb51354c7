import { bench, median, option, record, spread } from './frame/bench.ts'
import { requests, start } from './frame/children.ts'
import { startGenerator } from './frame/generator.ts'
import { errorsOf, requestOnce, type Load } from './frame/load.ts'
import { readAnswer } from './frame/answer.ts'
import type { Program } from './frame/product.ts'
import { longestStall, startBeside, startPopulated } from './frame/populated.ts'

/**
 * The slowest answers of the list while 1,667 syncs a second arrive and the ranking is published, at half of what the product can answer
 * without them, against raw node:http with the same bytes at the same rate. Waits count from the planned moment of a request.
 * `--seconds=N` of each measurement (30: where more is asked than can be answered, waits grow with it), `--accounts=N` (5,000), `--rate=N` of syncs in a second, `--instances=N` that share accounts and
 * lists (1): as many lists as for one, and the figures of the slowest instance.
 */

const seconds = option('seconds', 30)
const accounts = option('accounts', 5_000)
const syncRate = option('rate', 100_000 / 60)
const instances = option('instances', 1)
const pairs = 5
const connections = 64
const bars = { p99: { most: 3 }, p999: { most: 5 }, stall: { most: 20 }, errors: { most: 0 } }

await bench(async () => {
  const product = await startPopulated(accounts)
  const texts = requests('Accept-Encoding: br\r\n')
  const { headers, body } = readAnswer(await requestOnce(product.port, texts[0] ?? Buffer.alloc(0)))
  const raw = await start({ serve: 'raw', headers, body: body.toString('base64') })
  const pages = startGenerator({ texts: texts.map(String) })
  const products: Program[] = [product]
  while (products.length < instances) products.push(await startBeside(product))
  /** As the proxy does: an account's syncs reach one instance. */
  const each = products.map((program, index) => ({
    program,
    pages: index === 0 ? pages : startGenerator({ texts: texts.map(String) }),
    syncs: startGenerator({
      advisors: product.advisors.filter((_, place) => place % instances === index),
      records: false,
    }),
  }))
  for (const { program, syncs } of each) {
    await syncs(program.port, { connections: 32, seconds: 3_600, most: Math.floor(accounts / instances) })
  }

  await pages(product.port, { connections, seconds: 1 })
  const most = await pages(product.port, { connections, seconds: 3 })
  const rate = most.answered / most.seconds / 2
  console.log(`${rate.toFixed(0)} lists in a second are half of what is possible`)

  const ratios = { p99: [] as number[], p999: [] as number[] }
  const stalls: number[] = []
  let errors = errorsOf(most)
  for (let pair = 0; pair < pairs; pair += 1) {
    const reference = await pages(raw.port, { connections, seconds, rate })
    await Promise.all(products.map(longestStall))
    const results = await Promise.all(
      each.map(async ({ program: { port }, pages, syncs }) =>
        Promise.all([
          pages(port, { connections: connections / instances, seconds, rate: rate / instances }),
          syncs(port, { connections: 256 / instances, seconds, rate: syncRate / instances }),
        ]),
      ),
    )
    for (const result of [reference, ...results.flat()]) errors += errorsOf(result)
    stalls.push(Math.max(...(await Promise.all(products.map(longestStall)))))
    for (const share of ['p99', 'p999'] as const) {
      const slowest = Math.max(...results.map(([ours]) => ours.waits[share]))
      ratios[share].push(slowest / reference.waits[share])
    }
    const waits = (of: Load) => `p99 ${of.waits.p99.toFixed(1)}, p99.9 ${of.waits.p999.toFixed(1)} ms`
    for (const [ours, synced] of results) {
      console.log(
        `ours ${waits(ours)}, refused or not sent ${errorsOf(ours)}; reference ${waits(reference)}, ${errorsOf(reference)}; ` +
          `syncs ${(synced.answered / synced.seconds).toFixed(0)}/s, p99 ${synced.waits.p99.toFixed(0)} ms, ${errorsOf(synced)}`,
      )
    }
  }
  console.log(`longest stall ${spread(stalls)} ms; ratio of p99 ${spread(ratios.p99)}, of p99.9 ${spread(ratios.p999)}`)
  record('refused or not sent', errors, 'requests', bars.errors)
  record('longest stall', Math.max(...stalls), 'ms', bars.stall)
  record('p99.9', median(ratios.p999), '× the reference', bars.p999)
  record('p99', median(ratios.p99), '× the reference', bars.p99)
})
