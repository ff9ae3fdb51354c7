import type { Sql } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { postMessage } from '#server/outbox/outbox.ts'
import type { Storage } from '#server/files/storage.ts'
import { instantText } from '#shared/dates.ts'
import { auditBrokenAt } from '#server/audit-chain.ts'
import { storedRoots, storeRoot, type AuditRoot } from './roots.ts'
import { chainBroken, rootDiffers } from '../../texts.ts'

type Parts = Pick<Kernel, 'sql' | 'clock' | 'log' | 'secrets' | 'outbox' | 'config'>

/**
 * The nightly check of the audit log: its chain, and the stored roots of earlier nights. When both hold, the root of tonight is stored and
 * logged. When one fails, the admins are alerted, once a day. `docs/operations/audit-log.md`.
 * @returns how many of the two fail
 */
export async function checkAudit(kernel: Parts, storage: Storage): Promise<number> {
  const { sql, clock, log } = kernel
  const at = instantText(Math.floor(clock.now()))
  const before = await rootNow(sql, at)
  const brokenAt = await auditBrokenAt(sql)
  const differsFrom = await firstDifferent(kernel, storage)
  const holds = brokenAt === null && differsFrom === null
  const exported = holds && before !== null && (await exportRoot(kernel, storage, before))
  await sql`
    insert into audit_check (checked_at, lines, root_hash, broken_at, differs_from, exported)
    values (${at}, ${before?.line ?? 0}, ${before === null ? null : Buffer.from(before.hash, 'hex')}, ${brokenAt}, ${differsFrom},
            ${exported})
    on conflict (checked_at) do nothing`
  if (!holds) {
    log.error({ entry: brokenAt, differs_from: differsFrom }, 'the audit log was changed')
    await alertAdmins(kernel, at, { brokenAt, differsFrom })
  }
  return [brokenAt, differsFrom].filter((found) => found !== null).length
}

/** Null for an empty log. */
async function rootNow(sql: Sql, at: string): Promise<AuditRoot | null> {
  const [last] = await sql<{ line: number; hash: string }[]>`
    select audit_id as line, encode(entry_hash, 'hex') as hash from audit_log order by audit_id desc limit 1`
  return last === undefined ? null : { day: at.slice(0, 10), checked_at: at, ...last }
}

async function exportRoot({ log }: Parts, storage: Storage, root: AuditRoot): Promise<boolean> {
  log.info({ audit_root: root }, 'root of the audit log')
  try {
    await storeRoot(storage, root)
    return true
  } catch (error) {
    log.error({ err: error }, 'root of the audit log not stored')
    return false
  }
}

/** The first day whose root differs from the log; null where none does, and where the store does not answer. */
async function firstDifferent({ sql, log }: Parts, storage: Storage): Promise<string | null> {
  let roots: AuditRoot[]
  try {
    roots = await storedRoots(storage)
  } catch (error) {
    log.error({ err: error }, 'roots of the audit log not compared')
    return null
  }
  const rows = await sql<{ line: number; hash: string }[]>`
    select audit_id as line, encode(entry_hash, 'hex') as hash from audit_log
     where audit_id = any(${roots.map(({ line }) => line)}::bigint[])`
  const hashes = new Map(rows.map(({ line, hash }) => [line, hash]))
  return roots.find(({ line, hash }) => hashes.get(line) !== hash)?.day ?? null
}

async function alertAdmins(
  { sql, secrets, config, outbox }: Parts,
  at: string,
  { brokenAt, differsFrom }: { brokenAt: number | null; differsFrom: string | null },
): Promise<void> {
  const isNew = await postMessage(sql, {
    id: secrets.newId(),
    cause: `audit-changed:${at.slice(0, 10)}`,
    kind: 'admin_alert',
    subject: 'TopTrader: il registro delle azioni è stato alterato',
    body: [
      'Il controllo della notte ha trovato che il registro di ciò che fanno gli amministratori non è più quello che era.',
      ...(brokenAt === null ? [] : [chainBroken(brokenAt)]),
      ...(differsFrom === null ? [] : [rootDiffers(differsFrom)]),
      '',
      'Il prodotto non può farlo: qualcuno ha scritto nella base dati, o è stato ripristinato un backup precedente.',
      'Conserva la base dati com’è e confrontala con un backup fatto prima. Che cosa fare: docs/operations/audit-log.md.',
      `Il registro: ${config.APP_URL}/?view=admin&page=audit`,
    ].join('\n'),
    at,
  })
  if (isNew) outbox.wake()
}
