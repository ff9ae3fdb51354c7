import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { passwordMissing, passwordTooLong } from '#shared/field-texts.ts'
import { count, instant } from '#shared/wire.ts'

export const makeBackup = endpoint({
  method: 'POST',
  path: '/api/admin/system/backup',
  access: 'admin',
  summary: 'Fa adesso un backup cifrato della base dati e dei file caricati; poi lo ripristina per prova',
  response: z.object({
    backup_filename: z.string(),
    /** Millions of bytes, two decimals. */
    backup_size_mb: z.number(),
    duration_ms: count,
  }),
  errors: ['BACKUP_RUNNING', 'BACKUP_FULL'],
})

export const listBackups = endpoint({
  method: 'GET',
  path: '/api/admin/system/backups',
  access: 'admin',
  summary: 'I backup, il più recente per primo, e se sono stati ripristinati per prova',
  response: z.object({
    backups: z.array(
      z.object({
        backup_filename: z.string(),
        backup_size_mb: z.number(),
        created_at: instant,
        /** Null when unknown: the file is older than this database. */
        duration_ms: z.nullable(count),
        rows: z.nullable(count),
        /** `waiting`: not verified yet. `unverified`: it could not be verified here. */
        state: z.enum(['verified', 'waiting', 'failed', 'unverified']),
        /** When its trial restore succeeded with equal tables. */
        verified_at: z.nullable(instant),
        /** A sentence about the state. */
        note: z.string(),
      }),
    ),
    total: count,
    last_backup_at: z.nullable(instant),
    last_verified_at: z.nullable(instant),
    next_backup_at: instant,
  }),
  errors: [],
})

export const downloadBackup = endpoint({
  method: 'POST',
  path: '/api/admin/system/backups/:name/download',
  access: 'admin',
  summary: 'Scarica un backup, cifrato com’è; chiede di nuovo la password',
  params: z.object({ name: z.string().check(z.maxLength(100)) }),
  body: z.object({
    password: z.string(passwordMissing).check(z.minLength(1, passwordMissing), z.maxLength(1024, passwordTooLong)),
  }),
  // A file of any length, sent as it is read.
  response: z.unknown(),
  needsSecondFactor: true,
  errors: ['BACKUP_NOT_FOUND'],
})
