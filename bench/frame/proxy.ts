import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/testing/tcp.ts'
import { atEnd, Unavailable } from './bench.ts'

/** Few, and kept alive: the proxy refuses a source that opens more than 400 within ten seconds. */
export const proxyConnections = 16

/** deploy/haproxy.cfg before one instance. It listens without TLS, and stops at the bench's end. */
export async function startProxy(instance: number): Promise<{ port: number; pid: number }> {
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
      APP_A: `127.0.0.1:${instance}`,
      APP_B: `127.0.0.1:${instance}`,
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
  return { port, pid: proxy.pid ?? 0 }
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
