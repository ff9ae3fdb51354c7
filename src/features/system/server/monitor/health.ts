import { statfs } from 'node:fs/promises'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import type { Kernel } from '#server/kernel.ts'
import { createStorage } from '#server/files/storage.ts'
import { MINUTE_MS, instantText } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getApiMonitor } from '../../monitor-contract.ts'
import { overdueMs } from '../../rules.ts'
import { latestBackups } from '../backup/queries.ts'
import { programState, providerState, queueState, syncState } from './queries.ts'

type Health = ResponseOf<typeof getApiMonitor>['health']
type Program = Omit<ResponseOf<typeof getApiMonitor>['program'], 'version' | 'node' | 'restartable'>

/** A part that gives no answer for this long counts as away. Milliseconds. */
const timeoutMs = 2_000
/** Uploads begin to fail with less free space. Millions of bytes. */
const leastFreeMb = 100
const activeMs = 5 * MINUTE_MS
const silentMs = 15 * MINUTE_MS

/**
 * The state of everything that this instance depends on. Each part is probed by itself, so that one that is away hides no other.
 * @param syncsPerMinute syncs that this instance stored
 */
export async function readHealth(
  kernel: Kernel,
  { leaderboard, provider, syncsPerMinute }: { leaderboard: Leaderboard; provider: string; syncsPerMinute: number },
): Promise<Health> {
  const { sql, clock } = kernel
  const now = Math.floor(clock.now())
  const probe = <T>(what: string, work: () => Promise<T>) => answerOf(kernel, what, work)
  const [database, queue, payments, storage, syncs, backup] = await Promise.all([
    probe('database', () => timed(() => sql`select 1`)),
    probe('queue', () => queueState(sql)),
    probe('provider', () => providerState(sql, provider)),
    storageHealth(kernel, probe),
    probe('syncs', () => syncState(sql, instantText(now - activeMs))),
    probe('backup', () => latestBackups(sql)),
  ])
  return {
    database: { state: database === 'away' ? 'away' : 'up', ms: database === 'away' ? null : database.ms },
    queue: queueHealth(queue),
    provider: { name: provider, ...providerHealth(payments) },
    storage,
    ranking: rankingHealth(leaderboard, now),
    syncs: { ...syncHealth(syncs, now), per_minute: syncsPerMinute },
    backup: backupHealth(backup, now),
  }
}

/** Versions of database and schema, and the servers that run jobs. Nulls while the database is away. */
export async function readProgram(kernel: Kernel): Promise<Program> {
  const known = await answerOf(kernel, 'program', () => programState(kernel.sql))
  return known === 'away' ? { database: null, schema: null, workers: null, last_restored_at: null } : known
}

type Probe = <T>(what: string, work: () => Promise<T>) => Promise<T | 'away'>

async function answerOf<T>({ log }: Kernel, what: string, work: () => Promise<T>): Promise<T | 'away'> {
  const timeout = Promise.withResolvers<'away'>()
  const timer = setTimeout(() => timeout.resolve('away'), timeoutMs)
  try {
    return await Promise.race([work(), timeout.promise])
  } catch (error) {
    log.warn({ err: error, what }, 'the monitor had no answer')
    return 'away'
  } finally {
    clearTimeout(timer)
  }
}

async function timed(work: () => Promise<unknown>): Promise<{ ms: number }> {
  const startedAt = performance.now()
  await work()
  return { ms: Math.round((performance.now() - startedAt) * 10) / 10 }
}

function queueHealth(queue: Awaited<ReturnType<typeof queueState>> | 'away'): Health['queue'] {
  if (queue === 'away' || queue === null) {
    return { state: queue === null ? 'idle' : 'away', last_done_at: null, late_jobs: 0, failed_jobs: [] }
  }
  return { state: queue.late_jobs > 0 ? 'behind' : 'up', ...queue }
}

function providerHealth(known: Awaited<ReturnType<typeof providerState>> | 'away'): Omit<Health['provider'], 'name'> {
  if (known === 'away' || known === null) {
    const state = known === null ? 'unasked' : 'away'
    return { state, last_success_at: null, last_failure_at: null, failures: 0 }
  }
  const isUnasked = known.last_success_at === null && known.last_failure_at === null
  return { state: isUnasked ? 'unasked' : known.failures > 0 ? 'failing' : 'up', ...known }
}

/** Reads a file that does not exist: the answer that says so shows that the store is up. */
async function storageHealth(kernel: Kernel, probe: Probe): Promise<Health['storage']> {
  const { config } = kernel
  const kind = config.S3_BUCKET === undefined ? 'disk' : 'bucket'
  const reading = await probe('storage', () => timed(() => createStorage(config).read('monitor/nothing')))
  if (reading === 'away') return { state: 'away', ms: null, kind, free_mb: null }
  if (kind === 'bucket') return { state: 'up', ms: reading.ms, kind, free_mb: null }
  const disk = await probe('disk', () => statfs(config.DATA_DIR))
  if (disk === 'away') return { state: 'away', ms: null, kind, free_mb: null }
  const free = Math.floor((disk.bavail * disk.bsize) / 1_000_000)
  return { state: free < leastFreeMb ? 'full' : 'up', ms: reading.ms, kind, free_mb: free }
}

function rankingHealth(leaderboard: Leaderboard, now: number): Health['ranking'] {
  if (!leaderboard.usable()) return { state: 'away', generated_at: null, age_s: null, listed: 0, ranked: 0 }
  const { generatedAt, staleSince, size, ranked } = leaderboard.snapshot()
  return {
    state: staleSince === null ? 'up' : 'stale',
    generated_at: instantText(generatedAt),
    age_s: Math.max(0, Math.round((now - generatedAt) / 1000)),
    listed: size,
    ranked,
  }
}

function syncHealth(
  known: Awaited<ReturnType<typeof syncState>> | 'away',
  now: number,
): Omit<Health['syncs'], 'per_minute'> {
  if (known === 'away') return { state: 'away', bound_accounts: 0, active_accounts: 0, last_at: null }
  if (known.bound_accounts === 0) return { state: 'none', ...known }
  const isSilent = known.last_at === null || now - Date.parse(known.last_at) > silentMs
  return { state: isSilent ? 'silent' : 'up', ...known }
}

function backupHealth(last: Awaited<ReturnType<typeof latestBackups>> | 'away', now: number): Health['backup'] {
  if (last === 'away') return { state: 'away', last_backup_at: null, last_verified_at: null }
  const since = last.made ?? last.since
  const isLate = since !== null && now - since > overdueMs
  return {
    state: isLate ? 'late' : last.made === null ? 'none' : 'up',
    last_backup_at: instantText(last.made),
    last_verified_at: instantText(last.verified),
  }
}
