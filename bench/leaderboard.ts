import { readAnswer } from './frame/answer.ts'
import { bench, compare, record } from './frame/bench.ts'
import { microsPerRequest, requests, start } from './frame/children.ts'
import { requestOnce } from './frame/load.ts'

/**
 * CPU time of one `GET /api/fresh/leaderboard` of 50 rows from the whole product against node:http sending the same bytes and headers:
 * whole, brotli, and 304. Both run in processes of their own, in turn: a busy machine disturbs both alike. The brotli body is measured
 * against the whole one.
 */

const bar = { most: 1.25 }
const bodyBar = { most: 0.12 }

await bench(async () => {
  const product = await start({ serve: 'product' })
  const sizes: Record<string, number> = {}
  for (const [name, extra] of [
    ['identity', ''],
    ['brotli', 'Accept-Encoding: br\r\n'],
    ['not modified', null],
  ] as const) {
    const whole = readAnswer(await requestOnce(product.port, requests(extra ?? '')[0] ?? Buffer.alloc(0)))
    if (whole.status !== 200) throw new Error(`status ${whole.status}`)
    sizes[name] = whole.body.length
    const tag = whole.headers.find(([header]) => header.toLowerCase() === 'etag')?.[1] ?? ''
    const sent = requests(extra ?? `If-None-Match: ${tag}\r\n`)
    const raw = await start({ serve: 'raw', headers: whole.headers, body: whole.body.toString('base64') })
    await compare(
      name,
      { reference: () => microsPerRequest(raw, sent), ours: () => microsPerRequest(product, sent) },
      { unit: 'µs of CPU', bar },
    )
  }
  record('brotli body', (sizes['brotli'] ?? Number.NaN) / (sizes['identity'] ?? Number.NaN), '× the whole one', bodyBar)
})
