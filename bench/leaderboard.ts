import { median, microsPerRequest, requests, start, stop } from './children.ts'
import { requestOnce } from './load.ts'

/**
 * CPU time of one `GET /api/fresh/leaderboard` of 50 rows from the whole product against node:http sending the same bytes and headers:
 * whole, brotli, and 304. Both run in processes of their own, in turn: a busy machine disturbs both alike. The brotli body is measured
 * against the whole one.
 */

const pairs = 5
const bar = 1.25
const bodyBar = 0.12

function parse(answer: Buffer): { status: number; headers: [string, string][]; body: Buffer } {
  const end = answer.indexOf('\r\n\r\n')
  const [first = '', ...lines] = answer.subarray(0, end).toString('latin1').split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return { status: Number(first.split(' ')[1]), headers, body: answer.subarray(end + 4) }
}

/** The median, the least and the most. */
function spread(values: readonly number[], digits: number): string {
  return `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`
}

/** Node adds these itself on both sides. */
const own = /^(date|connection|keep-alive|transfer-encoding)$/i

const product = await start({ serve: 'product' })
const ratios: Record<string, number> = {}
let identitySize = 0
let bodyShare = 0
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
    if (name === 'brotli') bodyShare = whole.body.length / identitySize
    console.log(
      `${name}: ${spread(measured.product, 1)} µs against ${spread(measured.raw, 1)} µs a request, ratio ${spread(each, 2)}`,
    )
  }
} finally {
  await stop(product)
}
const worst = Math.max(...Object.values(ratios))
console.log(`brotli body ${bodyShare.toFixed(3)} of ${identitySize} bytes (bar ${bodyBar})`)
console.log(`ratio ${worst.toFixed(2)} (bar ${bar})`)
process.exitCode = worst <= bar && bodyShare <= bodyBar ? 0 : 1
