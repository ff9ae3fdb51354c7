import type { FastifyInstance } from 'fastify'
import { actorOf, recordAudit } from '#server/audit.ts'
import { confirmPassword } from '#features/auth/server/confirmation.ts'
import { attachment } from '#server/http/content.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { countUse, perHour } from '#server/limits.ts'
import { instantText } from '#shared/dates.ts'
import { passwordWrong } from '#shared/field-texts.ts'
import { downloadBackup, listBackups, makeBackup } from '../../contract.ts'
import { nextDue } from '../../rules.ts'
import { readBackup, type Backups, type ListedBackup } from './service.ts'

const makeLimit = perHour('backup', 6, 'Hai già fatto molti backup nell’ultima ora.')
const downloadLimit = perHour('backup-download', 10, 'Hai già scaricato molti backup nell’ultima ora.')

const megabytes = (bytes: number) => Math.round(bytes / 10_000) / 100

export function registerBackupRoutes(app: FastifyInstance, kernel: Kernel, backups: Backups): void {
  handle(app, kernel, makeBackup, async ({ session, request }) => {
    await countUse(kernel, makeLimit, { account: session.trader_id })
    const made = await backups.make(actorOf(request, session))
    return { backup_filename: made.name, backup_size_mb: megabytes(made.bytes), duration_ms: made.duration_ms }
  })
  handle(app, kernel, listBackups, async () => {
    const listed = await backups.list()
    const verified = listed.find(({ row }) => row?.verified_at)
    return {
      backups: listed.map(itemOf),
      total: listed.length,
      last_backup_at: listed[0]?.made_at ?? null,
      last_verified_at: verified?.row?.verified_at ?? null,
      next_backup_at: instantText(nextDue(Math.floor(kernel.clock.now()))),
    }
  })
  handle(app, kernel, downloadBackup, async ({ params, body, session, request, reply }) => {
    const { trader_id: traderId } = session
    await countUse(kernel, downloadLimit, { account: traderId })
    const confirmation = { field: 'password', password: body.password, error: passwordWrong }
    await confirmPassword(kernel, traderId, confirmation, request.ip)
    const { bytes, stream } = await readBackup(backups, params.name)
    try {
      const at = instantText(Math.floor(kernel.clock.now()))
      const details = { backup_filename: params.name }
      await kernel.sql.begin((tx) =>
        recordAudit(tx, actorOf(request, session), { action: 'system.backup_download', subject: null, details, at }),
      )
    } catch (error) {
      stream.destroy()
      throw error
    }
    reply.headers({
      'content-disposition': attachment(params.name),
      'content-length': bytes,
      'cache-control': 'no-store',
    })
    return reply.type('application/octet-stream').send(stream)
  })
}

const notes = {
  verified: 'Ripristinato per prova in una base dati a parte: ogni tabella è uguale.',
  waiting: 'Non ancora ripristinato per prova.',
  failed: 'La prova di ripristino non è riuscita: non farci affidamento.',
  no_key: 'Non verificato: è cifrato per una chiave che questo server non ha.',
  no_database: 'Non verificato: l’utente di PostgreSQL non può creare una base dati di prova.',
  unknown: 'Non verificato: è di prima che questa base dati fosse ripristinata.',
}

function itemOf({ name, bytes, made_at: madeAt, row }: ListedBackup) {
  const outcome = row === null ? 'unknown' : row.verified_at === null ? (row.verification ?? 'waiting') : 'verified'
  const state = outcome === 'verified' || outcome === 'waiting' || outcome === 'failed' ? outcome : 'unverified'
  return {
    backup_filename: name,
    backup_size_mb: megabytes(bytes),
    created_at: madeAt,
    duration_ms: row?.duration_ms ?? null,
    rows: row?.row_count ?? null,
    state: state as 'verified' | 'waiting' | 'failed' | 'unverified',
    verified_at: row?.verified_at ?? null,
    note: notes[outcome],
  }
}
