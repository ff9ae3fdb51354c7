import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface RunningDemo {
  url: string
  /** E-mails of its example trader and of its admin. */
  trader: string
  admin: string
  /** The console until then. */
  printed: string
  stop: () => Promise<void>
}

/**
 * Starts the demonstration in a process of its own, and waits until its past is played: half a minute on two cores.
 * @param options of `scripts/demo.ts`
 * @throws where the demonstration ends before
 */
export async function startDemo(port: number, options: readonly string[] = []): Promise<RunningDemo> {
  const url = `http://127.0.0.1:${port}`
  const demo = spawn(process.execPath, ['scripts/start.mjs', '--demo', ...options], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), APP_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(demo, 'exit')
  let printed = ''
  for await (const text of demo.stdout) {
    printed += String(text)
    if (printed.includes('Ctrl-C')) break
  }
  const [, trader = ''] = /Accesso come trader: (\S+)/.exec(printed) ?? []
  const [, admin = ''] = /Accesso come amministratore: (\S+)/.exec(printed) ?? []
  if (trader === '' || admin === '') throw new Error('The demonstration did not start.')
  return {
    url,
    trader,
    admin,
    printed,
    stop: async () => {
      demo.kill('SIGTERM')
      await ended
    },
  }
}
