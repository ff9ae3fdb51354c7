import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from './until.ts'

/** A port of this machine, or the path of a unix socket. */
export type Place = number | string

interface Setting {
  /** The ports of the two instances. */
  instances: readonly [number, number]
  /** Where it listens for the site, and for plain http. Sockets in its folder where absent. */
  site?: Place
  plain?: Place
  /** The file of the certificate, which `bind` wants as it is shipped. */
  certificate?: string
  /** Texts that differ from deploy/haproxy.cfg. */
  changes?: readonly (readonly [shipped: RegExp, here: string])[]
  log?: 'pipe' | 'ignore'
}

export interface Haproxy {
  site: Place
  pid: number
  /** Its log, where this is a pipe. */
  output: () => string
  stop: () => void
}

/** Where the site's line in deploy/haproxy.cfg says TLS. */
export const encryption = / ssl crt "[^"]*" alpn h2,http\/1\.1$/m

/** Debian installs haproxy in a folder of root's path only. */
const systemPath = `${process.env['PATH'] ?? ''}:/usr/local/sbin:/usr/sbin:/sbin`

/**
 * haproxy with deploy/haproxy.cfg before two instances, until the caller stops it.
 * @throws Error with its words where it does not start
 */
export async function startHaproxy({ instances, certificate, changes = [], ...places }: Setting): Promise<Haproxy> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-haproxy-'))
  chmodSync(folder, 0o755)
  const { site = join(folder, 'site'), plain = join(folder, 'plain'), log = 'ignore' } = places
  const file = join(folder, 'haproxy.cfg')
  // A tester's machine may allow fewer open files than the proxy's own.
  writeFileSync(file, `${changed(changes)}\nglobal\n    no strict-limits\n`)
  const env = {
    PATH: systemPath,
    PROXY_HTTP: addressOf(plain),
    PROXY_HTTPS: addressOf(site),
    APP_A: addressOf(instances[0]),
    APP_B: addressOf(instances[1]),
    ...(certificate !== undefined && { PROXY_CERTIFICATE: certificate }),
  }
  const child = spawn('haproxy', ['-db', '-f', file], { env, stdio: ['ignore', log, 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()))
  let failure: Error | null = null
  child.once('error', (cause) => (failure = new Error('haproxy is missing: apt-get install haproxy', { cause })))
  child.once('close', (code) => (failure ??= new Error(`haproxy ended with ${code}: ${output}`)))
  const stop = () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await until(() => {
      if (failure !== null) throw failure
      return listens(site)
    }, 10_000)
  } catch (error) {
    stop()
    throw error
  }
  return { site, pid: child.pid ?? 0, output: () => output, stop }
}

function changed(changes: NonNullable<Setting['changes']>): string {
  let config = readFileSync('deploy/haproxy.cfg', 'utf8')
  for (const [shipped, here] of changes) {
    if (config.search(shipped) < 0) throw new Error(`deploy/haproxy.cfg has another line than ${String(shipped)}`)
    config = config.replace(shipped, here)
  }
  return config
}

/** As haproxy writes it. */
const addressOf = (place: Place) => (typeof place === 'number' ? `127.0.0.1:${place}` : `unix@${place}`)

/** Whether anything listens there: without a request, so that none is interrupted. */
export async function listens(place: Place): Promise<boolean> {
  const socket = typeof place === 'number' ? connect(place, '127.0.0.1') : connect(place)
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}
