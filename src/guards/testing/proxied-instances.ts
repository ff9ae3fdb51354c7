import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from '#server/testing/tcp.ts'
import { until } from '#server/testing/until.ts'

/** Instances of the product as processes, behind the proxy of deploy/haproxy.cfg: as compose.yaml runs them. */

/** A folder that is removed after the test. */
export function testFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-proxied-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface Instance {
  port: number
  child: ChildProcess
  /** The exit code, null after a kill. */
  ended: Promise<number | null>
  /** Its log. */
  output: () => string
}

/** One server process; a restarted one has the same `port`. */
export function startInstance(port: number, env: Record<string, string>): Instance {
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: { PATH: process.env['PATH'] ?? '', RATES_URL: 'http://127.0.0.1:1/', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { port, child, ended, output: () => output }
}

/** Resolves once it can serve requests; fails with its output where it ends before. */
export async function isReady({ port, child, output }: Instance): Promise<void> {
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output()}`)
    return (await readiness(port)) === 200
  })
}

/** The status of `/readyz`; null where nothing listens. */
export const readiness = (port: number): Promise<number | null> =>
  fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' } }).then(
    ({ status }) => status,
    () => null,
  )

/** Whether anything listens at the port: without a request, so that none is interrupted. */
export async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).then((answer) => {
    socket.destroy()
    return answer as boolean
  })
}

export interface Proxy {
  plainPort: number
  port: number
  /** The certificate's name. */
  certificate: string
  /** Its process. */
  pid: number
  /** Its log. */
  output: () => string
}

/** haproxy with deploy/haproxy.cfg unchanged, before two instances. */
export async function startProxy(a: number, b: number): Promise<Proxy> {
  const folder = testFolder()
  const [key, certificate, both] = [join(folder, 'key.pem'), join(folder, 'certificate.pem'), join(folder, 'site.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', ...subject]
  runOrPrint('openssl', ['req', '-x509', ...made, '-keyout', key, '-out', certificate])
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  const [plainPort, port] = [await freePort(), await freePort()]
  const env = {
    PATH: systemPath,
    PROXY_HTTP: `127.0.0.1:${plainPort}`,
    PROXY_HTTPS: `127.0.0.1:${port}`,
    PROXY_CERTIFICATE: both,
    APP_A: `127.0.0.1:${a}`,
    APP_B: `127.0.0.1:${b}`,
  }
  // A tester's machine may allow fewer open files than the proxy's own.
  const files = join(folder, 'files.cfg')
  writeFileSync(files, 'global\n    no strict-limits\n')
  const settings = ['-f', 'deploy/haproxy.cfg', '-f', files]
  runOrPrint('haproxy', ['-c', ...settings], env)
  const proxy = spawn('haproxy', ['-db', ...settings], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [proxy.stdout, proxy.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  onTestFinished(() => void proxy.kill('SIGKILL'))
  await until(() => listens(port), 5_000)
  return { plainPort, port, certificate: readFileSync(certificate, 'utf8'), pid: proxy.pid ?? 0, output: () => output }
}

/** Debian installs haproxy in a folder of root's path only. */
const systemPath = `${process.env['PATH'] ?? ''}:/usr/local/sbin:/usr/sbin:/sbin`

function runOrPrint(program: string, options: string[], env: Record<string, string> = { PATH: systemPath }): void {
  try {
    execFileSync(program, options, { env, stdio: 'pipe' })
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: Buffer }
    if (code === 'ENOENT') throw new Error(`${program} is missing: apt-get install ${program}`, { cause: error })
    throw new Error(`${program}: ${String(stderr)}`, { cause: error })
  }
}
