import { median, microsPerRequest, requests, start, stop } from './children.ts'
import { requestOnce } from './load.ts'

/**
 * CPU time of one `GET /api/fresh/leaderboard` of 50 rows, everything of production on, against node:http sending the same bytes and
 * headers: whole, brotli, and 304. Both run in processes of their own, in turn: a busy machine disturbs both alike.
 */

const pairs = 5
const bar = 1.25

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

const product = await start({ serve: 'product' })
const ratios: Record<string, number> = {}
let identitySize = 0
try {
  for (const [name, extra] of [
    ['identity', ''],
    ['brotli', 'Accept-Encoding: br\r\n'],
    ['not modified', null],
  ] as const) {
    const packed = extra ?? ''
    const whole = parse(await requestOnce(product.port, requests(packed)[0] ?? Buffer.alloc(0)))
    if (whole.status !== 200) throw new Error(`status ${whole.status}`)
    const tag = whole.headers.find(([header]) => header.toLowerCase() === 'etag')?.[1] ?? ''
    const sent = requests(extra === null ? `If-None-Match: ${tag}\r\n` : extra)
    const headers = whole.headers.filter(([header]) => !own.test(header))
    const raw = await start({ serve: 'raw', headers, body: whole.body.toString('base64') })
    for (const child of [product, raw]) await microsPerRequest(child, sent)
    const measured = { product: [] as number[], raw: [] as number[] }
    for (let pair = 0; pair < pairs; pair += 1) {
      measured.product.push(await microsPerRequest(product, sent))
      measured.raw.push(await microsPerRequest(raw, sent))
    }
    await stop(raw)
    const each = measured.product.map((micros, pair) => micros / (measured.raw[pair] ?? Number.NaN))
    ratios[name] = median(each)
    if (name === 'identity') identitySize = whole.body.length
    const size =
      name === 'brotli' ? `, body ${(whole.body.length / identitySize).toFixed(3)} of ${identitySize} bytes` : ''
    console.log(
      `${name}: ${median(measured.product).toFixed(1)} µs against ${median(measured.raw).toFixed(1)} µs a request, ` +
        `ratio ${median(each).toFixed(2)} (${Math.min(...each).toFixed(2)}–${Math.max(...each).toFixed(2)})${size}`,
    )
  }
} finally {
  await stop(product)
}
const worst = Math.max(...Object.values(ratios))
console.log(`ratio ${worst.toFixed(2)} (bar ${bar})`)
process.exitCode = worst <= bar ? 0 : 1
