import { totalmem } from 'node:os'

const MiB = 2 ** 20
const GiB = 2 ** 30

/** Memory that this process and its database may use: the machine's, or a container's limit below it. Bytes. */
export function usableMemory(): number {
  // Without a limit Node reports 0, or more than any machine has.
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * PostgreSQL's settings that follow the memory. Its own defaults are for a machine of 1 GiB: with a hundred thousand accounts
 * nearly each sync reads its pages from the disk, and a checkpoint every few seconds writes whole pages again.
 * @param bytes of memory that server and database share
 * @returns `shared_buffers` is a quarter, as PostgreSQL's manual advises (19.4), at most 8 GiB; the log between two checkpoints
 * is no larger, since a small machine has a small disk
 */
export function memorySettings(bytes: number): Record<string, string> {
  const megabytes = (part: number, most: number) =>
    `${Math.round(Math.min(Math.max(bytes * part, 128 * MiB), most) / MiB)}MB`
  return {
    shared_buffers: megabytes(1 / 4, 8 * GiB),
    effective_cache_size: megabytes(1 / 2, 64 * GiB),
    max_wal_size: megabytes(1 / 4, 4 * GiB),
    checkpoint_timeout: '15min',
  }
}
