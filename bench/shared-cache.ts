import { readAnswer } from './frame/answer.ts'
import { bench, compare } from './frame/bench.ts'
import { cpuMicros, microsPerRequest, requests, start } from './frame/children.ts'
import { cpuMicrosOf } from './frame/cluster.ts'
import { allAnswered, load, requestOnce } from './frame/load.ts'
import { proxyConnections, startProxy } from './frame/proxy.ts'

/**
 * CPU time of one `GET /api/fresh/leaderboard` of 50 rows through deploy/haproxy.cfg, with what the product spends behind it, against
 * node:http sending the same bytes and headers: brotli, and 304. The proxy listens without TLS, which the reference has neither.
 */

const bar = { most: 1.25 }
const plan = { connections: proxyConnections, seconds: 1.1 }

await bench(async () => {
  const product = await start({ serve: 'product' })
  const proxy = await startProxy(product.port)
  const used = async () => cpuMicrosOf(proxy.pid) + (await cpuMicros(product))
  const brotli = 'Accept-Encoding: br\r\n'
  const whole = readAnswer(await requestOnce(proxy.port, requests(brotli)[0] ?? Buffer.alloc(0)))
  if (whole.status !== 200) throw new Error(`status ${whole.status}`)
  const tag = whole.headers.find(([header]) => header.toLowerCase() === 'etag')?.[1] ?? ''
  for (const [name, extra] of [
    ['brotli', brotli],
    ['not modified', `${brotli}If-None-Match: ${tag}\r\n`],
  ] as const) {
    const sent = requests(extra)
    const { status, headers, body } = readAnswer(await requestOnce(proxy.port, sent[0] ?? Buffer.alloc(0)))
    if (status !== (name === 'brotli' ? 200 : 304)) throw new Error(`status ${status}`)
    const raw = await start({ serve: 'raw', headers: whole.headers, body: whole.body.toString('base64') })
    console.log(`${name}: ${headers.length} headers, ${body.length} bytes`)
    const ours = async () => {
      const before = await used()
      let turn = 0
      const run = await load(proxy.port, () => sent[turn++ % sent.length] ?? '', plan)
      const { answered } = allAnswered(run, 'requests')
      return ((await used()) - before) / answered
    }
    await compare(name, { reference: () => microsPerRequest(raw, sent), ours }, { unit: 'µs of CPU', bar })
  }
})
