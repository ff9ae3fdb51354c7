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

function parse(answer: Buffer): { status: number; headers: [string, string][]; body: Buffer } {
  const end = answer.indexOf('\r\n\r\n')
  const [first = '', ...lines] = answer.subarray(0, end).toString('latin1').split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return { status: Number(first.split(' ')[1]), headers, body: answer.subarray(end + 4) }
}

/** Node adds these itself on both sides. */
const own = /^(date|connection|keep-alive|transfer-encoding)$/i

await bench(async () => {
  const product = await start({ serve: 'product' })
  const sizes: Record<string, number> = {}
  for (const [name, extra] of [
    ['identity', ''],
    ['brotli', 'Accept-Encoding: br\r\n'],
    ['not modified', null],
  ] as const) {
    const whole = parse(await requestOnce(product.port, requests(extra ?? '')[0] ?? Buffer.alloc(0)))
    if (whole.status !== 200) throw new Error(`status ${whole.status}`)
    sizes[name] = whole.body.length
    const tag = whole.headers.find(([header]) => header.toLowerCase() === 'etag')?.[1] ?? ''
    const sent = requests(extra ?? `If-None-Match: ${tag}\r\n`)
    const headers = whole.headers.filter(([header]) => !own.test(header))
    const raw = await start({ serve: 'raw', headers, body: whole.body.toString('base64') })
    await compare(
      name,
      { reference: () => microsPerRequest(raw, sent), ours: () => microsPerRequest(product, sent) },
      { unit: 'µs of CPU', bar },
    )
  }
  record('brotli body', (sizes['brotli'] ?? Number.NaN) / (sizes['identity'] ?? Number.NaN), '× the whole one', bodyBar)
})
