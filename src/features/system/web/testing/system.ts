import { serveCalls } from '#features/integrity/web/testing/server.ts'
import type { ListedBackup } from '../backups.ts'
import type { Monitor } from '../monitor.ts'

export const calls = {
  backups: 'GET /api/admin/system/backups',
  make: 'POST /api/admin/system/backup',
  monitor: 'GET /api/admin/system/api-monitor',
  logs: 'GET /api/admin/system/logs',
  restart: 'POST /api/admin/system/restart',
}

export const firstName = 'toptrader-20261120T012000Z-1a2b3c4d.backup'

export function backupWith(change: Partial<ListedBackup> = {}): ListedBackup {
  return {
    backup_filename: firstName,
    backup_size_mb: 48.2,
    created_at: '2026-11-20T01:20:00.000Z',
    duration_ms: 4_700,
    rows: 1_000_209,
    state: 'verified',
    verified_at: '2026-11-20T01:20:12.000Z',
    note: 'Ripristinato per prova in una base dati a parte: ogni tabella è uguale.',
    ...change,
  }
}

export const backupsOf = (backups: ListedBackup[]) => ({
  backups,
  total: backups.length,
  last_backup_at: backups[0]?.created_at ?? null,
  last_verified_at: backups[0]?.verified_at ?? null,
  next_backup_at: '2026-11-21T01:20:00.000Z',
})

export const instance = { name: 'casa:42', started_at: '2026-11-20T08:00:00.000Z' }

/** A log of three lines: a request, a slow job, an error. Nothing follows them. */
export function logsOf(query: URLSearchParams) {
  const lines = [
    {
      level: 'error',
      message: 'request failed',
      details: '{"method":"GET","route":"/api/trader/:username","status":500,"ms":812}',
    },
    { level: 'warn', message: 'job slow', details: '{"job":"finish-erasures","ms":4210}' },
    { level: 'info', message: 'server listening', details: '' },
  ].map((line, index) => ({
    ...line,
    line_id: 3 - index,
    time: `2026-11-20T15:3${9 - index}:12.408Z`,
  }))
  return { instance, lines: query.has('after') ? [] : lines, place: '0000002a.3' }
}

const times = { p50_ms: 1.2, p95_ms: 14.5, p99_ms: 120.4 }

/** All parts are up. Two routes were requested, one of them with errors. */
export function monitorWith(change: Partial<Monitor> = {}, health: Partial<Monitor['health']> = {}): Monitor {
  return {
    instance,
    program: {
      version: '1.4.0',
      node: 'v26.1.0',
      database: '18.1',
      schema: '202611221001_audit_checks',
      workers: ['casa:42', 'casa:43'],
      last_restored_at: null,
      restartable: true,
    },
    generated_at: '2026-11-20T15:40:00.000Z',
    window_minutes: 60,
    totals: { requests: 1_204, refused: 3, errors: 2, ...times },
    routes: [
      { method: 'GET', route: '/api/leaderboard', requests: 1_000, refused: 0, errors: 0, ...times },
      { method: 'POST', route: '/api/ea/sync', requests: 200, refused: 3, errors: 2, ...times, p95_ms: 240 },
      { method: '*', route: 'unknown', requests: 4, refused: 4, errors: 0, ...times, p95_ms: 0.4 },
    ],
    health: {
      database: { state: 'up', ms: 0.8 },
      queue: { state: 'up', last_done_at: '2026-11-20T15:39:30.000Z', late_jobs: 0, failed_jobs: [] },
      provider: {
        name: 'sandbox',
        state: 'up',
        last_success_at: '2026-11-20T15:00:00.000Z',
        last_failure_at: null,
        failures: 0,
      },
      storage: { state: 'up', ms: 0.3, kind: 'disk', free_mb: 52_000 },
      ranking: { state: 'up', generated_at: '2026-11-20T15:39:50.000Z', age_s: 10, listed: 60, ranked: 55 },
      syncs: {
        state: 'up',
        bound_accounts: 55,
        active_accounts: 50,
        last_at: '2026-11-20T15:39:50.000Z',
        per_minute: 10.5,
      },
      backup: {
        state: 'up',
        last_backup_at: '2026-11-20T01:20:00.000Z',
        last_verified_at: '2026-11-20T01:20:00.000Z',
      },
      ...health,
    },
    ...change,
  }
}

/** One backup, and a monitor without errors, unless a test overrides them. */
export function serve(more: Parameters<typeof serveCalls>[0] = {}) {
  return serveCalls({
    [calls.backups]: () => ({ body: backupsOf([backupWith()]) }),
    [calls.monitor]: () => ({ body: monitorWith() }),
    ...more,
  })
}
