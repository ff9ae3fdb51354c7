import { recordAudit, type Actor } from '#server/audit.ts'
import { fail, refuseField } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#shared/endpoint.ts'
import type { decideCase, listCases, replyToCase } from '../../contract.ts'
import { catalogue, findingCodes } from '../../rules/catalogue.ts'
import { adminTexts, casesByName, namedEvidence, ownerTexts } from '../../rules/finding-texts.ts'
import {
  adminCases,
  caseCounts,
  caseTotal,
  lockCase,
  storeDecision,
  storeReply,
  touchAccount,
  type AdminCaseRow,
  type CaseRow,
} from './case-queries.ts'
import { levelIn } from '../levels/level-columns.ts'

/** Cases that a person decides, and what traders answer to them. `docs/integrity.md`, cases. */

/** Codes that a trader may read of the own account. Evidence of the silent rules names other people. */
export const ownersCodes = findingCodes.filter((code) => catalogue[code].audience !== 'silent')

/** How many cases wait for a decision. */
export async function waitingCases(sql: Kernel['sql']): Promise<number> {
  return (await caseCounts(sql)).waiting
}

export function ownCaseOf(row: CaseRow): ResponseOf<typeof replyToCase>['case'] {
  return { ...storedCaseOf(row), ...ownerTexts(row.code) }
}

function storedCaseOf(row: CaseRow) {
  const { case_id, code, holds, opened_at, reply_by, currency, evidence, reply, replied_at, decision } = row
  return {
    case_id,
    code,
    rule: adminTexts(code).rule,
    holds,
    status: decision ?? (reply === null ? ('open' as const) : ('answered' as const)),
    opened_at,
    reply_by,
    currency,
    ...namedEvidence(evidence),
    reply,
    replied_at,
    decided_at: row.decided_at,
    reason: row.reason,
  }
}

/**
 * Takes or replaces the trader's answer. One that comes after the deadline counts too.
 * @throws Failure CASE_NOT_FOUND, CASE_DECIDED
 */
export async function answerCase(
  kernel: Kernel,
  traderId: string,
  caseId: string,
  reply: string,
): Promise<ResponseOf<typeof replyToCase>> {
  const at = instantText(Math.floor(kernel.clock.now()))
  const stored = await kernel.sql.begin((tx) =>
    storeReply(tx, { case_id: caseId, trader_id: traderId, codes: ownersCodes, reply, at }),
  )
  if (stored === null) return fail('CASE_NOT_FOUND')
  if (stored === 'decided') return fail('CASE_DECIDED')
  return { success: true, message: 'Risposta inviata: la leggiamo prima di decidere.', case: ownCaseOf(stored) }
}

/** @throws Failure VALIDATION: a cursor beside a page or an order of one's own */
export async function casePage(
  { sql, clock }: Kernel,
  query: QueryOf<typeof listCases>,
): Promise<ResponseOf<typeof listCases>> {
  const {
    case_id = null,
    trader_id = null,
    code = null,
    limit = 50,
    cursor = null,
    page,
    sort_by: by,
    order,
    until = null,
  } = query
  const now = Math.floor(clock.now())
  const requested = case_id === null ? (query.status ?? 'waiting') : 'all'
  const filter = { case_id, status: requested === 'all' ? null : requested, trader_id, code, until }
  const isNumbered = page !== undefined || by !== undefined || order !== undefined
  if (isNumbered && cursor !== null) refuseField('cursor', 'Un cursore continua l’ordine di ogni stato: usa page.')
  const skip = ((page ?? 1) - 1) * limit
  const [rows, total, counts] = await Promise.all([
    adminCases(
      sql,
      filter,
      isNumbered
        ? { by: by ?? 'opened_at', descends: order === 'desc', skip, limit: limit + 1 }
        : { after: cursor, limit: limit + 1 },
    ),
    caseTotal(sql, filter),
    caseCounts(sql),
  ])
  const shown = rows.slice(0, limit)
  return {
    cases: shown.map((row) => adminCaseOf(row, now)),
    total,
    next_cursor: !isNumbered && rows.length > limit ? (shown.at(-1)?.case_id ?? null) : null,
    at: instantText(now),
    counts,
    findings: [...casesByName],
  }
}

/**
 * Decides a case. The ranking follows within a second.
 * @throws Failure CASE_NOT_FOUND, FORBIDDEN: the admin's own account, CASE_DECIDED: another admin was faster, and this one did not ask to take
 * that back, CASE_CHANGED: something was found since it was read
 */
export async function decide(
  kernel: Kernel,
  caseId: string,
  { decision, reason, last_at, revise = false }: BodyOf<typeof decideCase>,
  actor: Actor,
): Promise<ResponseOf<typeof decideCase>> {
  const now = Math.floor(kernel.clock.now())
  const at = instantText(now)
  const decided = await kernel.sql.begin(async (tx) => {
    const stored = await lockCase(tx, caseId)
    if (stored === null) return fail('CASE_NOT_FOUND')
    const { account_id, trader_id, code, holds, decision: before } = stored
    if (trader_id === actor.trader_id)
      return fail('FORBIDDEN', {
        detail: 'Decide un altro amministratore: chiedi a lui.',
      })
    if (before !== null && (!revise || before === decision)) return fail('CASE_DECIDED')
    if (Date.parse(last_at) !== Date.parse(stored.last_at)) return fail('CASE_CHANGED')
    await storeDecision(tx, { case_id: caseId, decision, reason, by: actor.trader_id, at })
    await touchAccount(tx, account_id, at)
    const [row] = await adminCases(
      tx,
      { case_id: caseId, status: null, trader_id: null, code: null, until: null },
      { after: null, limit: 1 },
    )
    if (row === undefined) throw new Error('a locked case is gone')
    await recordAudit(tx, actor, {
      action: 'integrity.decide',
      subject: trader_id,
      // The reason stands in the case, which goes with an erased account.
      details: { case_id: caseId, code, holds, before, decision },
      at,
    })
    return row
  })
  kernel.changes.announce(decided.trader_id)
  return {
    success: true,
    message:
      decision === 'cleared'
        ? 'Decisione registrata: tutto a posto.'
        : 'Decisione registrata: segnalazione confermata.',
    case: adminCaseOf(decided, now),
  }
}

function adminCaseOf(row: AdminCaseRow, now: number): ResponseOf<typeof decideCase>['case'] {
  return {
    ...storedCaseOf(row),
    ...adminTexts(row.code),
    trader_id: row.trader_id,
    username: row.username,
    display_name: row.display_name,
    has_profile: row.has_profile,
    account_id: row.account_id,
    platform: row.platform,
    server: row.server,
    login: row.login,
    level: levelIn(row, now),
    occurrences: row.occurrences,
    rule_version: row.rule_version,
    last_at: row.last_at,
    decided_by: row.decided_by,
    tags: row.tags.map((tag) => ({
      ...tag,
      ...adminTexts(tag.code),
      ...namedEvidence(tag.evidence),
      consequence: catalogue[tag.code].consequence,
    })),
  }
}
