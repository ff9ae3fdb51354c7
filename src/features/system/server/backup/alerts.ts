import { Failure } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { postMessage } from '#server/outbox/outbox.ts'
import { instantText } from '#shared/dates.ts'
import * as format from '#shared/format/format.ts'

type AlertKernel = Pick<Kernel, 'sql' | 'secrets' | 'clock' | 'outbox' | 'log' | 'config'>

/** Sends the admins a message, once for each cause. Never throws: the error that it reports must not be replaced by another one. */
async function alertAdmins(
  kernel: AlertKernel,
  cause: string,
  subject: string,
  lines: readonly string[],
): Promise<void> {
  const { sql, secrets, clock, outbox, log } = kernel
  try {
    const isNew = await postMessage(sql, {
      id: secrets.newId(),
      cause,
      kind: 'admin_alert',
      subject: `TopTrader: ${subject}`,
      body: lines.join('\n'),
      at: instantText(Math.floor(clock.now())),
    })
    if (isNew) outbox.wake()
  } catch (error) {
    log.error({ err: error }, 'admins not alerted about a backup')
  }
}

const today = ({ clock }: AlertKernel) => instantText(Math.floor(clock.now())).slice(0, 10)

/** Once a day. */
export async function alertNotMade(kernel: AlertKernel, error: unknown): Promise<void> {
  const isFull = error instanceof Failure && error.code === 'BACKUP_FULL'
  await alertAdmins(kernel, `backup-failed:${today(kernel)}`, 'il backup non è riuscito', [
    isFull
      ? 'Il backup si è fermato perché lo spazio è esaurito: quello che era stato scritto è stato tolto.'
      : 'Il backup si è fermato per un errore: quello che era stato scritto è stato tolto.',
    isFull
      ? `Libera spazio dove stanno i backup (${kernel.config.DATA_DIR}/backups). Il server riprova da solo ogni ora.`
      : 'Il server riprova da solo ogni ora. Il motivo è nei log del server: cerca «backup not made».',
  ])
}

/** Once a day. */
export async function alertOverdue(kernel: AlertKernel, lastMade: number | null): Promise<void> {
  await alertAdmins(kernel, `backup-late:${today(kernel)}`, 'manca un backup recente', [
    lastMade === null
      ? 'Non c’è ancora nessun backup, e il server è in uso da più di 26 ore.'
      : `L’ultimo backup riuscito è del ${format.dateTime(instantText(lastMade))}: sono passate più di 26 ore.`,
    'Il server riprova da solo ogni ora. Il motivo è nei log del server: cerca «backup not made».',
  ])
}

/** Once for each backup. */
export async function alertNotRestorable(kernel: AlertKernel, name: string, reason: string): Promise<void> {
  await alertAdmins(kernel, `backup-unfit:${name}`, 'un backup non si ripristina', [
    `Il backup ${name} è stato ripristinato per prova, e la prova non è riuscita:`,
    reason,
    'Non farci affidamento: controlla il disco, fai un altro backup e guarda se la sua prova riesce.',
  ])
}
