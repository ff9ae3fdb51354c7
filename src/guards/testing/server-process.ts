import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

export interface Run {
  child: ChildProcess
  output: () => string
  /** The exit code, null after a kill. */
  ended: Promise<number | null>
  /** The address it listens at; fails where it ends before. */
  url: () => Promise<string>
}

/** Starts the product as a process of its own; the end of the test kills what is left of it. */
export function run(env: Record<string, string>, program = 'src/main.ts'): Run {
  const settings = {
    PATH: process.env['PATH'] ?? '',
    PORT: '0',
    LOG_LEVEL: 'warn',
    RATES_URL: 'http://127.0.0.1:1/',
    ...env,
  }
  const child = spawn(process.execPath, [program], { env: settings, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const url = async () => {
    for (;;) {
      const found = /TopTrader è pronto: (\S+)/.exec(output)?.[1]
      if (found !== undefined) return found
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output}`)
      await sleep(10)
    }
  }
  return { child, output: () => output, ended, url }
}
