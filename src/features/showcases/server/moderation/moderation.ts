import { changesNeedMessage, rejectionNeedsMessage } from '../../texts.ts'
import { recordAudit, type Actor } from '#server/audit.ts'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { oneMoment } from '#server/database/database.ts'
import { fail, refuseField } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { graphemes } from '#shared/text/graphemes.ts'
import type { approveShowcase, ModeratedDetail, ShowcaseWarning } from '../../admin-contract.ts'
import type { ShowcaseContent } from '../../rules/fields.ts'
import { difference } from '../../rules/difference.ts'
import { imageAddress, pdfAddress } from '../../rules/files.ts'
import { linkWarnings } from '../../rules/links.ts'
import { DECISION_MESSAGE_MAX, statusAfter } from '../../rules/moves.ts'
import { detectClaims } from '../claims.ts'
import { listedOf } from './list.ts'
import { moderatedShowcase } from './list-queries.ts'
import { mailDecision, type Decision, type Hiding } from './mail.ts'
import { decidedOwner, eventsOf, ownerState, shownFiles, storeDecision } from './queries.ts'
import { isActive } from '../published/showcase.ts'
import { lockShowcase, pruneVersions, recordEvent, versionContent } from '../versions.ts'
import { nameWarnings } from './name-warnings.ts'

/** Showcases as admins see them, and their decisions. `docs/showcases.md`, moderation. */

/**
 * One showcase with all data for a decision. A private draft is not among them.
 * @throws Failure SHOWCASE_NOT_FOUND
 */
export async function moderationDetail(
  kernel: Kernel,
  leaderboard: Pick<Leaderboard, 'snapshot'>,
  showcaseId: string,
): Promise<ModeratedDetail> {
  const { sql, clock } = kernel
  const { row, content, published } = await readContents(kernel, showcaseId)
  const { trader_id: traderId } = row
  const snapshot = leaderboard.snapshot()
  const [events, state, files, claims] = await Promise.all([
    eventsOf(sql, showcaseId),
    ownerState(sql, traderId),
    content === null ? [] : shownFiles(sql, traderId, content),
    content === null ? [] : detectClaims(kernel, traderId, content),
  ])
  return {
    ...listedOf(row, clock.now()),
    content,
    published_version: row.published_version,
    changes: content === null ? [] : difference(published, content),
    claims,
    warnings: content === null ? [] : warningsOf(snapshot, traderId, content, published),
    events,
    owner: {
      ...state,
      current_rank: snapshot.rankOf(traderId),
      verification_level: snapshot.byId(traderId)?.entry.verification_level ?? null,
    },
    files: files.map(({ file_key: key, kind, ...file }) => ({
      file_url: kind === 'image' ? imageAddress(key) : pdfAddress(key),
      kind,
      ...file,
    })),
  }
}

/** Reads pointers and their versions from one snapshot, since a decision in between removes versions. */
function readContents({ sql }: Kernel, showcaseId: string) {
  return sql.begin(oneMoment, async (tx) => {
    const row = (await moderatedShowcase(tx, showcaseId)) ?? fail('SHOWCASE_NOT_FOUND')
    const contentOf = async (version: number | null) =>
      version === null ? null : versionContent(tx, showcaseId, version)
    const content = await contentOf(row.version)
    const published = row.published_version === row.version ? content : await contentOf(row.published_version)
    return { row, content, published }
  })
}

function warningsOf(
  snapshot: ReturnType<Leaderboard['snapshot']>,
  traderId: string,
  content: ShowcaseContent,
  published: ShowcaseContent | null,
): ShowcaseWarning[] {
  return [
    ...nameWarnings(snapshot, traderId, content.profile.display_name).map(({ like, ...rest }) => ({
      ...rest,
      about: like,
    })),
    ...linkWarnings(content, published).map(({ host, ...rest }) => ({ ...rest, about: host })),
  ]
}

const done = {
  approve: 'Vetrina approvata.',
  request_changes: 'Modifiche richieste: il messaggio è tra quelli della vetrina.',
  reject: 'Vetrina rifiutata: il messaggio è tra quelli della vetrina.',
}

function hiddenWhile({ deactivated, email_awaited: awaited, without_diamond: without }: Hiding): string {
  const reasons = [
    ...(deactivated ? ['è disattivato'] : []),
    ...(awaited ? ['non ha confermato l’email'] : []),
    ...(without ? ['non ha un piano Diamond attivo'] : []),
  ]
  return reasons.length === 0 ? '' : ` Resta nascosta finché il proprietario ${reasons.join(' o ')}.`
}

const noMessage = {
  request_changes: changesNeedMessage,
  reject: rejectionNeedsMessage,
}

/**
 * Decides on the submitted version. The second of two simultaneous decisions is refused. The public page follows on every instance.
 * @throws Failure SHOWCASE_NOT_FOUND, SHOWCASE_MOVE_REFUSED where nothing waits, SHOWCASE_RESUBMITTED where another version waits,
 * VALIDATION without a message where there must be one
 */
export async function decide(
  kernel: Kernel,
  showcaseId: string,
  { event, version, message: typed }: Decision,
  by: Actor,
): Promise<ResponseOf<typeof approveShowcase>> {
  const { sql, changes, outbox, clock } = kernel
  const message = event === 'approve' ? null : readMessage(event, typed ?? '')
  const now = Math.floor(clock.now())
  const at = instantText(now)
  const decided = await sql.begin(async (tx) => {
    const row = (await lockShowcase(tx, showcaseId)) ?? fail('SHOWCASE_NOT_FOUND')
    const { trader_id, status: from_status, submitted_version: waiting, published_version } = row
    const owner = (await decidedOwner(tx, trader_id)) ?? fail('SHOWCASE_NOT_FOUND')
    const status = statusAfter(from_status, event, published_version !== null) ?? fail('SHOWCASE_MOVE_REFUSED')
    if (waiting === null) return fail('SHOWCASE_MOVE_REFUSED')
    if (version !== undefined && version !== waiting) return fail('SHOWCASE_RESUBMITTED')
    const isApproved = event === 'approve'
    await storeDecision(tx, showcaseId, { status, published: isApproved, at })
    const moved = { from_status, to_status: status, version: waiting, message }
    await recordEvent(tx, { showcase_id: showcaseId, at, actor: by.trader_id, event, ...moved })
    await pruneVersions(tx, showcaseId)
    const { deactivated, email_awaited, diamond_expires: expires } = owner
    const hiding = { deactivated, email_awaited, without_diamond: !isActive(expires, now) }
    const isPublic = (isApproved || published_version !== null) && !Object.values(hiding).includes(true)
    await mailDecision(tx, kernel, {
      trader_id,
      ...owner,
      ...hiding,
      showcase_id: showcaseId,
      event,
      message,
      is_public: isPublic,
    })
    await recordAudit(tx, by, {
      action: `showcase.${event}`,
      subject: trader_id,
      details: {
        showcase_id: showcaseId,
        version: waiting,
        before: from_status,
        after: status,
        own: trader_id === by.trader_id,
      },
      at,
    })
    return { trader_id, hiding, answer: { status, version: waiting, is_public: isPublic } }
  })
  const { trader_id: traderId, hiding, answer } = decided
  changes.announce(traderId)
  outbox.wake()
  const more = event === 'approve' ? hiddenWhile(hiding) : ''
  return { message: `${done[event]}${more}`, showcase_id: showcaseId, ...answer }
}

function readMessage(event: 'request_changes' | 'reject', typed: string): string {
  const message = typed.replaceAll('\r\n', '\n').trim()
  if (message === '') refuseField('message', noMessage[event])
  if (graphemes(message) > DECISION_MESSAGE_MAX) refuseField('message', 'Al massimo 1.000 caratteri.')
  return message
}
