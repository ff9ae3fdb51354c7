import { invalidContent, showcaseSubmitted } from '../../texts.ts'
import { recordAudit, type Actor } from '#server/audit.ts'
import { displayNameProblem } from '#features/auth/names.ts'
import { myfxbookHost } from '#features/traders/own-links.ts'
import type { Transaction } from '#server/database/database.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { countUse, perHour } from '#server/limits.ts'
import { postMail } from '#server/outbox/outbox-notices.ts'
import type { Session } from '#server/http/session.ts'
import { createStorage } from '#server/files/storage.ts'
import { instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import type { createShowcase, ShowcaseClaim, updateShowcase } from '../../contract.ts'
import type { ShowcaseContent } from '../../rules/fields.ts'
import { readContent } from '../../rules/content.ts'
import { sameContent } from '../../rules/difference.ts'
import { statusAfter, type ShowcaseStatus } from '../../rules/moves.ts'
import { filesOf } from '../../rules/leaves.ts'
import { detectClaims } from '../claims.ts'
import { eraseShowcase } from '../erasure.ts'
import { lockUploader } from '../uploads/file-queries.ts'
import { missingFiles, removeShowcaseFiles } from '../uploads/files.ts'
import { isActive } from '../published/showcase.ts'
import { insertShowcase, moveShowcase, ownerRow, type OwnerRow } from '../queries.ts'
import {
  insertVersion,
  findContent,
  lockShowcase,
  pruneVersions,
  recordEvent,
  showcaseById,
  type ShowcaseRow,
  versionContent,
} from '../versions.ts'

type Saved = ResponseOf<typeof createShowcase>
type Body = BodyOf<typeof updateShowcase>

const missingFile = 'Questo file non c’è più: caricalo di nuovo.'
/** Saves of one owner within an hour. Between two saves the draft stays on the device. */
export const saveLimit = perHour('showcase', 120, 'Hai già salvato la vetrina molte volte.')
/** A check reads the whole history of the account. */
const claimsLimit = perHour('showcase_claims', 240, 'Hai già controllato i testi molte volte.')

const messages = {
  draft: 'Bozza salvata.',
  sent: showcaseSubmitted,
  changed: 'Modifiche inviate in moderazione.',
  same: 'Nessuna modifica: la vetrina pubblicata resta com’è.',
}

/**
 * The first save. `docs/showcases.md`, states.
 * @throws Failure DIAMOND_REQUIRED, ACCOUNT_NOT_BOUND, SHOWCASE_EXISTS, VALIDATION at the fields, TOO_MANY_REQUESTS
 */
export async function saveNew(kernel: Kernel, session: Session, body: Body): Promise<Saved> {
  const { sql, changes } = kernel
  const { trader_id } = session
  const owner = await admitOwner(kernel, session)
  const [own] = await sql`select from showcase where trader_id = ${trader_id}`
  if (own !== undefined) fail('SHOWCASE_EXISTS')
  await countSave(kernel, trader_id)
  const content = readBody(kernel, body, null, owner)
  const claims = await checkClaims(kernel, trader_id, content, body.submit)
  const at = instantText(Math.floor(kernel.clock.now()))
  const showcase_id = kernel.secrets.newId()
  const event = body.submit ? 'submit' : 'save'
  const status = statusAfter(null, event, false) ?? fail('SHOWCASE_MOVE_REFUSED')
  await sql.begin(async (tx) => {
    // A trader who is being erased makes no showcase: one transaction waits for the other.
    if (!(await lockUploader(tx, trader_id))) fail('UNAUTHENTICATED')
    await refuseMissingFiles(tx, trader_id, content)
    const isNew = await insertShowcase(tx, { showcase_id, trader_id, status, submitted: body.submit, at })
    if (!isNew) fail('SHOWCASE_EXISTS')
    await insertVersion(tx, { showcaseId: showcase_id, version: 1, content, at })
    const moved = { from_status: null, to_status: status, version: 1, message: null }
    await recordEvent(tx, { showcase_id, at, actor: trader_id, event, ...moved })
  })
  changes.announce(trader_id)
  return { message: body.submit ? messages.sent : messages.draft, showcase_id, status, version: 1, claims }
}

/**
 * A later save: a private draft, or a submission. A content that equals the latest version makes no new one. A submitted content that
 * equals the published one is not reviewed again.
 * @throws Failure SHOWCASE_NOT_FOUND, FORBIDDEN, DIAMOND_REQUIRED, SHOWCASE_CHANGED, VALIDATION at the fields, TOO_MANY_REQUESTS
 */
export async function saveAgain(kernel: Kernel, session: Session, showcaseId: string, body: Body): Promise<Saved> {
  const { sql, changes } = kernel
  const { trader_id } = session
  const found = (await showcaseById(sql, showcaseId)) ?? fail('SHOWCASE_NOT_FOUND')
  if (found.trader_id !== trader_id) fail('FORBIDDEN')
  const owner = await admitOwner(kernel, session, { connected: false })
  refuseOutdated(found, body)
  await countSave(kernel, trader_id)
  // Parts that were not sent keep their value. They are read here for the answer's claims; the locked row below confirms them.
  const base = (await findContent(sql, showcaseId, found.latest_version)) ?? fail('SHOWCASE_CHANGED')
  const content = readBody(kernel, body, base, owner)
  const claims = await checkClaims(kernel, trader_id, content, body.submit)
  const at = instantText(Math.floor(kernel.clock.now()))
  const saved = await sql.begin(async (tx) => {
    const row = (await lockShowcase(tx, showcaseId)) ?? fail('SHOWCASE_NOT_FOUND')
    // The checked content is built on the version that was read: a save in between is not overwritten.
    if (row.latest_version !== found.latest_version) fail('SHOWCASE_CHANGED')
    await refuseMissingFiles(tx, trader_id, content)
    return body.submit ? submit(tx, row, content, at) : keepDraft(tx, row, content, at)
  })
  changes.announce(trader_id)
  return { ...saved, showcase_id: showcaseId, claims }
}

/** The claims of a body before its submission; nothing is saved. */
export async function claimsOfBody(kernel: Kernel, session: Session, body: Body): Promise<ShowcaseClaim[]> {
  const { trader_id: traderId } = session
  await countUse(kernel, claimsLimit, { account: traderId })
  const { content } = readContent(body, { base: null, submit: false, myfxbookHost: hostOf(kernel) })
  return detectClaims(kernel, traderId, content)
}

/**
 * Removes a showcase with its files. An admin may remove any one, and its owner is notified.
 * @throws Failure SHOWCASE_NOT_FOUND, FORBIDDEN
 */
export async function removeShowcase(kernel: Kernel, session: Session, showcaseId: string, by: Actor): Promise<void> {
  const { sql, changes, outbox } = kernel
  const found = (await showcaseById(sql, showcaseId)) ?? fail('SHOWCASE_NOT_FOUND')
  const own = found.trader_id === session.trader_id
  if (!own && !session.is_admin) fail(session.is_limited ? 'SECOND_FACTOR_REQUIRED' : 'FORBIDDEN')
  const at = instantText(Math.floor(kernel.clock.now()))
  const files = await sql.begin(async (tx) => {
    const row = (await lockShowcase(tx, showcaseId)) ?? fail('SHOWCASE_NOT_FOUND')
    const erased = await eraseShowcase(tx, row.trader_id)
    if (!own) await notifyOwner(tx, kernel, row)
    const details = { showcase_id: showcaseId, status: row.status, own }
    await recordAudit(tx, by, { action: 'showcase.delete', subject: row.trader_id, details, at })
    return erased.files
  })
  changes.announce(found.trader_id)
  outbox.wake()
  await removeShowcaseFiles(kernel, createStorage(kernel.config), files)
}

async function notifyOwner(tx: Transaction, kernel: Kernel, row: ShowcaseRow): Promise<void> {
  const owner = await ownerRow(tx, row.trader_id)
  if (owner === null) return
  const { config } = kernel
  await postMail(tx, kernel, {
    to: owner.email,
    trader_id: row.trader_id,
    cause: `showcase-deleted:${row.showcase_id}`,
    subject: 'TopTrader: la tua vetrina è stata eliminata',
    body: [
      `Ciao ${owner.username},`,
      'un amministratore ha eliminato la tua vetrina con le immagini e i file caricati. Puoi crearne una nuova dalla pagina «La mia Vetrina»:',
      `${config.APP_URL}/?view=my-showcase`,
      `Se non ti è chiaro il perché, scrivici: ${config.APP_URL}/?view=contacts`,
      'TopTrader',
    ].join('\n\n'),
  })
}

interface Moved {
  message: string
  status: ShowcaseStatus
  version: number
}

async function keepDraft(tx: Transaction, row: ShowcaseRow, content: ShowcaseContent, at: string): Promise<Moved> {
  const version = await versionOf(tx, row, content, at)
  if (version !== row.latest_version) {
    const { status, submitted_version, published_version } = row
    const same = { status, submitted_version, published_version }
    await moveShowcase(tx, row.showcase_id, { ...same, latest_version: version, at })
    await pruneVersions(tx, row.showcase_id)
  }
  return { message: messages.draft, status: row.status, version }
}

async function submit(tx: Transaction, row: ShowcaseRow, content: ShowcaseContent, at: string): Promise<Moved> {
  const { showcase_id, trader_id, published_version: shown, status: from } = row
  const isShown = shown !== null && sameContent(await versionContent(tx, showcase_id, shown), content)
  if (from === 'published' && isShown) {
    // The published version is the latest again, and a private draft is removed.
    if (row.latest_version !== shown) {
      const all = { latest_version: shown, submitted_version: shown, published_version: shown }
      await moveShowcase(tx, showcase_id, { status: from, ...all, at })
      await pruneVersions(tx, showcase_id)
    }
    return { message: messages.same, status: from, version: shown }
  }
  const version = await versionOf(tx, row, content, at)
  const status = statusAfter(from, 'submit', shown !== null) ?? fail('SHOWCASE_MOVE_REFUSED')
  const message = shown === null ? messages.sent : messages.changed
  // A second submission of the same content changes nothing.
  if (status === from && version === row.submitted_version) return { message, status, version }
  const pointers = { latest_version: version, submitted_version: version, published_version: shown }
  await moveShowcase(tx, showcase_id, { status, ...pointers, at })
  await recordEvent(tx, {
    showcase_id,
    at,
    actor: trader_id,
    event: 'submit',
    from_status: from,
    to_status: status,
    version,
    message: null,
  })
  await pruneVersions(tx, showcase_id)
  return { message, status, version }
}

/** The latest version where nothing changed, else the next one. */
async function versionOf(tx: Transaction, row: ShowcaseRow, content: ShowcaseContent, at: string): Promise<number> {
  const { showcase_id: showcaseId, latest_version, last_number } = row
  if (sameContent(await versionContent(tx, showcaseId, latest_version), content)) return latest_version
  const version = last_number + 1
  await insertVersion(tx, { showcaseId, version, content, at })
  return version
}

function refuseOutdated(row: ShowcaseRow, { version }: Body): void {
  if (version !== undefined && version !== row.latest_version) fail('SHOWCASE_CHANGED')
}

/** Admits owners with Diamond, and admins. A first showcase also requires a connected account. */
async function admitOwner(
  { sql, clock }: Kernel,
  session: Session,
  { connected = true }: { connected?: boolean } = {},
): Promise<OwnerRow> {
  const owner = (await ownerRow(sql, session.trader_id)) ?? fail('UNAUTHENTICATED')
  if (!session.is_admin && !isActive(owner.diamond_expires, clock.now())) fail('DIAMOND_REQUIRED')
  if (connected && !owner.has_connected_account) fail('ACCOUNT_NOT_BOUND')
  return owner
}

function countSave(kernel: Kernel, traderId: string): Promise<void> {
  return countUse(kernel, saveLimit, { account: traderId })
}

const hostOf = ({ config }: Kernel) => myfxbookHost(config.MYFXBOOK_HOST)

const otherCheck =
  'Il profilo e la vetrina mostrano la stessa verifica: collega questo indirizzo dalla dashboard, o lascia vuoto il campo.'

function readBody(kernel: Kernel, body: Body, base: ShowcaseContent | null, owner: OwnerRow): ShowcaseContent {
  const { content, errors } = readContent(body, { base, submit: body.submit, myfxbookHost: hostOf(kernel) })
  const name = body.submit ? displayNameProblem(content.profile.display_name) : null
  if (name !== null) errors['profile.display_name'] ??= name
  // Profile and showcase show one external verification. The version holds the account's, so that a change of it is reviewed too.
  if (body.submit) content.links.myfxbook_url ??= owner.myfxbook_url
  if (body.submit && content.links.myfxbook_url !== owner.myfxbook_url) errors['links.myfxbook_url'] ??= otherCheck
  refuse(errors)
  return content
}

/** Refuses a submission with promises, before a person reads it. A person decides about numbers that differ. */
async function checkClaims(
  kernel: Kernel,
  traderId: string,
  content: ShowcaseContent,
  isSubmitted: boolean,
): Promise<ShowcaseClaim[]> {
  const claims = await detectClaims(kernel, traderId, content)
  if (!isSubmitted) return claims
  const promises = claims.filter(({ kind }) => kind === 'promise')
  refuse(
    Object.fromEntries(
      promises.map(({ field, words }) => [
        field,
        `«${words}» promette un risultato: nessuno può prometterne. Toglilo o scrivilo in un altro modo.`,
      ]),
    ),
    { claims },
  )
  return claims
}

function refuse(fields: Record<string, string>, details?: Record<string, unknown>): void {
  const sentences = Object.values(fields)
  if (sentences.length === 0) return
  fail('VALIDATION', { detail: invalidContent, fields, errors: sentences, ...(details !== undefined && { details }) })
}

async function refuseMissingFiles(tx: Transaction, traderId: string, content: ShowcaseContent): Promise<void> {
  const addresses = filesOf(content)
  const missing = new Set(await missingFiles(tx, traderId, [...addresses.values()]))
  refuse(
    Object.fromEntries(
      [...addresses].flatMap(([path, address]) => (missing.has(address) ? [[path, missingFile]] : [])),
    ),
  )
}
