import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from '#server/database/database.ts'

/** CPU time and log volume of a product and its PostgreSQL. Linux only. */

/** Microseconds of CPU time of a process, all its threads; with that of its ended children. */
export function cpuMicrosOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return [11, 12, 13, 14].reduce((sum, field) => sum + (fields[field] ?? 0), 0) * 10_000
}

/** Microseconds of CPU time of the PostgreSQL of a data folder, all its processes. */
export const postgresMicros = (folder: string): number => clusterMicros(join(folder, 'postgres', 'cluster'))

/** The same of a cluster by the folder of its data. */
export function clusterMicros(data: string): number {
  const { postmaster, children } = processesOf(data)
  return [postmaster, ...children].reduce((sum, pid) => sum + ofRunning(pid), 0)
}

function processesOf(data: string): { postmaster: number; children: number[] } {
  const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ').filter(Boolean)
  return { postmaster, children: children.map(Number) }
}

/**
 * Microseconds of CPU time of the running processes of a cluster whose title begins so. Each is one thread, so the kernel says it finer than in
 * hundredths of a second.
 */
export function titledMicros(data: string, title: string): number {
  return processesOf(data).children.reduce((sum, pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(`postgres: ${title}`)) return sum
      return sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000
    } catch {
      // It has ended.
      return sum
    }
  }, 0)
}

function ofRunning(pid: number): number {
  try {
    return cpuMicrosOf(pid)
  } catch {
    // It has ended: its parent counts it from now on.
    return 0
  }
}

/** Bytes of the write-ahead log so far. */
export async function walBytes(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as bytes`
  return row?.bytes ?? Number.NaN
}

/** @throws Error where a commit does not wait for the disk */
export async function assertDurable(sql: Sql): Promise<void> {
  const [row] = await sql<{ fsync: string; commit: string }[]>`
    select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`
  if (row?.fsync !== 'on' || row.commit !== 'on') throw new Error('fsync and synchronous_commit must be on')
}
