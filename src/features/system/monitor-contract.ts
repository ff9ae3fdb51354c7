import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { count, instant, integerText, maxCharacters, printable } from '#shared/wire.ts'
import { maxLogPositions } from './rules.ts'

/** Milliseconds, within 5 %; null without a request. */
const time = z.nullable(z.number())

const figures = {
  requests: count,
  /** Answered with 4xx, or because the site is closed. */
  refused: count,
  /** Answered with another 5xx. */
  errors: count,
  p50_ms: time,
  p95_ms: time,
  p99_ms: time,
}

/** The answering process. Another one has figures and lines of its own. */
const instance = z.object({ name: z.string(), started_at: instant })

const probe = z.object({ state: z.enum(['up', 'away']), ms: z.nullable(z.number()) })

export const getApiMonitor = endpoint({
  method: 'GET',
  path: '/api/admin/system/api-monitor',
  access: 'admin',
  summary: 'Richieste dell’ultima ora a questa istanza, percorso per percorso, e stato di ciò da cui dipende',
  response: z.object({
    instance,
    program: z.object({
      version: z.string(),
      /** The version of Node.js. */
      node: z.string(),
      /** Major and minor of PostgreSQL; null while the database is away. */
      database: z.nullable(z.string()),
      /** The newest migration that was applied. */
      schema: z.nullable(z.string()),
      /** Servers that take jobs from the queue now. None of them leads: each job goes to one. */
      workers: z.nullable(z.array(z.string())),
      /** When this database was last restored from a backup. */
      last_restored_at: z.nullable(instant),
      /** A supervisor would start this process again after its end. Without one it refuses to restart. */
      restartable: z.boolean(),
    }),
    generated_at: instant,
    window_minutes: count,
    totals: z.object(figures),
    /** The most requested first. */
    routes: z.array(z.object({ method: z.string(), route: z.string(), ...figures })),
    health: z.object({
      database: probe,
      queue: z.object({
        /** `behind`: a job is minutes late. `idle`: no server has run jobs on this database. */
        state: z.enum(['up', 'behind', 'idle', 'away']),
        last_done_at: z.nullable(instant),
        late_jobs: count,
        /** Names of the jobs that failed in the last hour. */
        failed_jobs: z.array(z.string()),
      }),
      provider: z.object({
        name: z.string(),
        /** `unasked`: its state is not known yet. */
        state: z.enum(['up', 'failing', 'unasked', 'away']),
        last_success_at: z.nullable(instant),
        last_failure_at: z.nullable(instant),
        /** Failures since the last success. */
        failures: count,
      }),
      storage: z.extend(probe, {
        state: z.enum(['up', 'full', 'away']),
        kind: z.enum(['disk', 'bucket']),
        /** Space of a disk, millions of bytes. */
        free_mb: z.nullable(count),
      }),
      ranking: z.object({
        /** `stale`: it is served as it was when the outage of the database began. */
        state: z.enum(['up', 'stale', 'away']),
        /** The moment of its newest change. */
        generated_at: z.nullable(instant),
        age_s: z.nullable(count),
        listed: count,
        ranked: count,
      }),
      syncs: z.object({
        /** `silent`: accounts are bound, and none has synced for a quarter of an hour. */
        state: z.enum(['up', 'silent', 'none', 'away']),
        bound_accounts: count,
        /** Accounts that synced in the last five minutes, on any instance. */
        active_accounts: count,
        last_at: z.nullable(instant),
        /** Syncs that this instance accepted, over the window. */
        per_minute: z.number(),
      }),
      backup: z.object({
        /** `late`: the last one is older than allowed. */
        state: z.enum(['up', 'late', 'none', 'away']),
        last_backup_at: z.nullable(instant),
        /** The moment of the newest verified backup. */
        last_verified_at: z.nullable(instant),
      }),
    }),
  }),
  errors: [],
})

export const logLevels = ['debug', 'info', 'warn', 'error'] as const

const place = '[0-9a-f]{8}\\.\\d{1,15}'
const places = new RegExp(`^${place}(?:,${place}){0,${maxLogPositions - 1}}$`)

export const listLogs = endpoint({
  method: 'GET',
  path: '/api/admin/system/logs',
  access: 'admin',
  summary: 'Ultime righe del log di questa istanza, la più recente per prima; senza segreti né indirizzi email',
  query: z.object({
    /** This level and the more serious ones; everything when absent. */
    level: z.optional(z.enum(logLevels, 'Scegli debug, info, warn o error.')),
    /** Part of the displayed text, in any case. */
    q: z.optional(z.string().check(printable, maxCharacters(100))),
    /** 200 by default. */
    limit: z.optional(integerText(1, 1_000)),
    /** Positions in the logs, of one or several instances, separated by commas. The answering instance sends its lines after its own. */
    after: z.optional(z.string().check(z.regex(places, 'Indica fino a 32 posizioni come sono state date.'))),
  }),
  response: z.object({
    instance,
    lines: z.array(
      z.object({
        line_id: count,
        time: instant,
        level: z.enum(logLevels),
        message: z.string(),
        /** The other fields as JSON on one line; '' without any. */
        details: z.string(),
      }),
    ),
    /** The present position in this instance's log, for a later `after`. */
    place: z.string(),
  }),
  errors: [],
})

export const restartServer = endpoint({
  method: 'POST',
  path: '/api/admin/system/restart',
  access: 'admin',
  summary: 'Riavvia questa istanza: risponde a ciò che è in corso, si ferma e torna da sola',
  response: z.object({ message: z.string(), instance }),
  status: 202,
  errors: ['RESTART_UNSUPERVISED'],
})
