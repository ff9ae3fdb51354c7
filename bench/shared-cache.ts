import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/testing/tcp.ts'
import { readAnswer } from './frame/answer.ts'
import { atEnd, bench, compare, Unavailable } from './frame/bench.ts'
import { cpuMicros, microsPerRequest, requests, start, type Child } from './frame/children.ts'
import { cpuMicrosOf } from './frame/cluster.ts'
import { load, requestOnce } from './frame/load.ts'

/**
 * CPU time of one `GET /api/fresh/leaderboard` of 50 rows through deploy/haproxy.cfg, with what the product spends behind it, against
 * node:http sending the same bytes and headers: brotli, and 304. The proxy listens without TLS, which the reference has neither.
 */

const bar = { most: 1.25 }
/** Few, and kept alive: the proxy refuses a source that opens more than 400 within ten seconds. */
const plan = { connections: 16, seconds: 1.1 }

/** The proxy before one instance. */
async function startProxy(product: Child): Promise<{ port: number; micros: () => Promise<number> }> {
  const folder = mkdtempSync(join(tmpdir(), 'toptrader-bench-proxy-'))
  atEnd(() => rmSync(folder, { recursive: true }))
  const shipped = readFileSync('deploy/haproxy.cfg', 'utf8')
  const config = shipped.replace(/ ssl crt "[^"]*" alpn h2,http\/1\.1$/m, '')
  if (config === shipped) throw new Error('deploy/haproxy.cfg has another line with the certificate')
  const file = join(folder, 'haproxy.cfg')
  // A tester's machine may allow fewer open files than the proxy's own.
  writeFileSync(file, `${config}\nglobal\n    no strict-limits\n`)
  const [plain, port] = [await freePort(), await freePort()]
  const proxy = spawn('haproxy', ['-db', '-f', file], {
    env: {
      PATH: `${process.env['PATH'] ?? ''}:/usr/local/sbin:/usr/sbin:/sbin`,
      PROXY_HTTP: `127.0.0.1:${plain}`,
      PROXY_HTTPS: `127.0.0.1:${port}`,
      APP_A: `127.0.0.1:${product.port}`,
      APP_B: `127.0.0.1:${product.port}`,
    },
    stdio: 'ignore',
  })
  const failed = new Promise<never>((_, reject) => {
    proxy.once('error', () => reject(new Unavailable('haproxy is missing: apt-get install haproxy')))
    proxy.once('exit', (code) => reject(new Error(`haproxy ended with ${code}`)))
  })
  failed.catch(() => undefined)
  atEnd(() => proxy.kill('SIGKILL'))
  await Promise.race([failed, untilListens(port)])
  return { port, micros: async () => cpuMicrosOf(proxy.pid ?? 0) + (await cpuMicros(product)) }
}

async function untilListens(port: number): Promise<void> {
  for (let attempts = 0; attempts < 100; attempts += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await sleep(100)
  }
  throw new Error('haproxy does not listen')
}

await bench(async () => {
  const product = await start({ serve: 'product' })
  const proxy = await startProxy(product)
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
      const before = await proxy.micros()
      let turn = 0
      const { answered, refused } = await load(proxy.port, () => sent[turn++ % sent.length] ?? '', plan)
      if (Object.keys(refused).length > 0) throw new Error(`refused: ${JSON.stringify(refused)}`)
      return ((await proxy.micros()) - before) / answered
    }
    await compare(name, { reference: () => microsPerRequest(raw, sent), ours }, { unit: 'µs of CPU', bar })
  }
})
