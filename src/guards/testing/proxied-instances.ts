import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startHaproxy } from '#server/testing/haproxy.ts'
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
  makeCertificate(['req', '-x509', ...made, '-keyout', key, '-out', certificate])
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  const [plain, site] = [await freePort(), await freePort()]
  const { pid, output, stop } = await startHaproxy({ instances: [a, b], plain, site, certificate: both, log: 'pipe' })
  onTestFinished(stop)
  return { plainPort: plain, port: site, certificate: readFileSync(certificate, 'utf8'), pid, output }
}

function makeCertificate(options: string[]): void {
  try {
    execFileSync('openssl', options, { stdio: 'pipe' })
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: Buffer }
    if (code === 'ENOENT') throw new Error('openssl is missing: apt-get install openssl', { cause: error })
    throw new Error(`openssl: ${String(stderr)}`, { cause: error })
  }
}
