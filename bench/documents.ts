import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readAnswer } from './frame/answer.ts'
import { bench, compare, record, Unavailable } from './frame/bench.ts'
import { microsPerRequest, start, visits } from './frame/children.ts'
import { requestOnce } from './frame/load.ts'

/**
 * CPU time of a document with its data inside (the list, a profile, a showcase) and of a showcase's share picture, from the whole product
 * against node:http sending the same bytes and headers; and the time to the first picture. It needs the built web part.
 */

const bars = { document: { most: 1.3 }, picture: { most: 300 }, laterPictures: { most: 1.25 } }
const pauseMs = 100

await bench(async () => {
  if (!existsSync(new URL('../dist/web', import.meta.url)))
    throw new Unavailable('dist/web is missing: run npm run build')
  const product = await start({ serve: 'product', showcase: true })
  const once = async (request: Buffer | undefined) =>
    readAnswer(await requestOnce(product.port, request ?? Buffer.alloc(0)))
  const picture = `/og/vetrine/${product.showcase}.png`
  // Until the ranking and the showcases follow.
  while ((await once(visits([`/vetrine/${product.showcase}`])[0])).status !== 200) await sleep(pauseMs)

  const began = performance.now()
  const first = await once(visits([picture])[0])
  if (first.status !== 200) throw new Error(`the picture was answered with ${first.status}`)
  record('first share picture', performance.now() - began, 'ms', bars.picture)

  const paths = { home: '/', profile: '/trader/trader_1', showcase: `/vetrine/${product.showcase}`, picture }
  for (const [index, [name, path]] of Object.entries(paths).entries()) {
    const sent = visits([path], { extra: 'Accept-Encoding: br\r\n', network: 10 + index })
    const whole = await once(sent[0])
    if (whole.status !== 200) throw new Error(`${path} was answered with ${whole.status}`)
    const raw = await start({ serve: 'raw', headers: whole.headers, body: whole.body.toString('base64') })
    await compare(
      `${name}, ${(whole.body.length / 1024).toFixed(0)} kB`,
      { reference: () => microsPerRequest(raw, sent), ours: () => microsPerRequest(product, sent) },
      { unit: 'µs of CPU', bar: path === picture ? bars.laterPictures : bars.document },
    )
  }
})
