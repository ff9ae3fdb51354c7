import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The facts about a process: its working folder where we may read it, and the data folder it was started for. */
interface Running {
  pid: number
  parent: number
  command: string
  /** Null where we may not read it: root in a container, at another user's process. */
  folder: string | null
}

/**
 * PostgreSQL's processes over a data folder. Linux only: elsewhere none is found.
 *
 * Each of them works in that folder. Where that cannot be read, the postmaster is known by its arguments and its children by
 * their parent; children that outlived their postmaster may be anybody's: `orphans` says whether they count.
 */
export function clusterProcesses(data: string, orphans: 'with orphans' | 'known only'): number[] {
  if (process.platform !== 'linux') return []
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => look(Number(name)) ?? [])
  const servers = new Map(
    running.filter(({ command }) => command.includes('\0-D\0')).map((found) => [found.pid, found]),
  )
  return running
    .filter(({ pid, parent, command, folder }) => {
      if (folder !== null) return folder === data
      const server = servers.get(pid) ?? servers.get(parent)
      if (server) return server.command.includes(`\0-D\0${data}\0`)
      return orphans === 'with orphans' && command.startsWith('postgres: ')
    })
    .map(({ pid }) => pid)
}

/** Null for processes that have ended, zombies among them. */
function look(pid: number): Running | null {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    if (command === '') return null
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold anything, spaces too.
    const parent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])
    return { pid, parent, command, folder: workingFolder(pid) }
  } catch {
    return null
  }
}

function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}
