import { readAnswer } from './frame/answer.ts'
import { bench, compare, record } from './frame/bench.ts'
import { microsPerRequest, requestPlan, requests, start } from './frame/children.ts'
import { requestOnce } from './frame/load.ts'
import { startNginx } from './frame/nginx.ts'

/**
 * CPU time of one `GET /api/fresh/leaderboard` of 50 rows from the whole product against node:http sending the same bytes and headers:
 * whole, brotli, and 304. Both run in processes of their own, in turn: a busy machine disturbs both alike. The brotli body is measured
 * against the whole one, and no request may compress anything. Where nginx is installed, the distance to it is printed: it sends the brotli
 * body from a file; the target is 1.6.
 */

const bar = { most: 1.25 }
const bodyBar = { most: 0.12 }
/** A new list, one a second at most, is compressed once. */
const compressionBar = { most: 0.001 }

await bench(async () => {
  const product = await start({ serve: 'product' })
  const sizes: Record<string, number> = {}
  const used = { compressions: 0, answered: 0 }
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
    const ours = () =>
      microsPerRequest(product, sent, {
        onUse({ compressions, answered }) {
          used.compressions += compressions
          used.answered += answered
        },
      })
    await compare(name, { reference: () => microsPerRequest(raw, sent), ours }, { unit: 'µs of CPU', bar })
    if (name !== 'brotli') continue
    const nginx = await startNginx(whole, sent, requestPlan)
    if (nginx === null) console.log('nginx is missing, the distance to it is not measured: apt-get install nginx-light')
    else await compare('brotli, against nginx', { reference: nginx, ours }, { unit: 'µs of CPU', bar: null })
  }
  console.log(`${used.compressions} compressions while ${used.answered} lists were sent`)
  record('compressions', used.compressions / used.answered, 'a list', compressionBar)
  record('brotli body', (sizes['brotli'] ?? Number.NaN) / (sizes['identity'] ?? Number.NaN), '× the whole one', bodyBar)
})
