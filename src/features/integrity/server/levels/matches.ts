import { recordAudit, type Actor } from '#server/audit.ts'
import { foldRows } from '#features/performance/rules/rows.ts'
import { withImported } from '#features/performance/rules/imported.ts'
import { loadRates } from '#features/performance/server/service.ts'
import type { Transaction } from '#server/database/database.ts'
import { fail, refuseField } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import type { Level } from '#shared/levels.ts'
import { linkProblem, parseLink, traderLinkMaximum } from '#shared/text/links.ts'
import { moneyOf, percentOf } from '#shared/rounding.ts'
import type { recordVerification } from '../../contract.ts'
import { compareMatch, externalMatch, type MatchFigures } from '../../rules/account/external-match.ts'
import { touchAccount } from '../cases/case-queries.ts'
import { recordFindings } from '../checks/findings.ts'
import { storeImported } from './imported.ts'
import { levelIn } from './level-columns.ts'
import { closeRefusals, lockMatched, revokeMatches, storeMatch, type MatchedAccount } from './match-queries.ts'
import { dailyRowsOf } from '../review/review-queries.ts'
import { thresholdsOf } from '../thresholds.ts'

/** A person compares an account with an independent source. `docs/integrity.md`, R50. */

type Body = BodyOf<typeof recordVerification>
type Recorded = Extract<Body, { action: 'record' }>
type Answer = ResponseOf<typeof recordVerification>

/**
 * Stores the comparison. Where the figures agree they stand beside ours, and with proven ownership the level and the imported history
 * follow. Where they do not, an earlier match ends too, and the account carries a warning.
 * @throws Failure FORBIDDEN: the admin's own account, USER_NOT_FOUND, ACCOUNT_NOT_BOUND, DATA_NOT_VERIFIED, VALIDATION
 */
export async function recordMatch(kernel: Kernel, traderId: string, body: Recorded, actor: Actor): Promise<Answer> {
  if (traderId === actor.trader_id)
    return fail('FORBIDDEN', {
      detail: 'Il riscontro del tuo conto lo registra un altro amministratore: chiedi a lui.',
    })
  const now = Math.floor(kernel.clock.now())
  const at = instantText(now)
  const limits = thresholdsOf(kernel)
  const valid_until = endOf(body.valid_until, now, limits.match_days)
  const link = linkOf(body.link)
  if (link === null && body.source !== 'investor_login')
    return refuseField('link', 'Serve il link della pagina confrontata.')
  const rates = await loadRates(kernel.sql)
  const answer = await kernel.sql.begin(async (tx): Promise<Answer> => {
    const account = await boundAccount(tx, traderId)
    if (levelIn(account, now) === 'L0') return fail('DATA_NOT_VERIFIED')
    const { account_id } = account
    const imported = await storeImported(tx, account_id, rates)
    const { drawdown, ...here } = await figuresHere(tx, account, imported > 0)
    const { source, reason, balance, closed_trades, gain_percentage, drawdown_percentage } = body
    const there = { balance, closed_trades, gain_percentage }
    const { accepted, compared: decisive } = compareMatch(there, here, limits)
    const compared = {
      currency: account.currency,
      ...decisive,
      drawdown_percentage: drawdown_percentage === undefined ? null : { there: drawdown_percentage, here: drawdown },
    }
    await revokeMatches(tx, account_id, at)
    await storeMatch(tx, {
      match_id: kernel.secrets.newId(),
      account_id,
      source,
      link,
      figures: compared,
      accepted,
      at,
      // A refused match lasts for no moment.
      valid_until: accepted ? valid_until : at,
      by: actor.trader_id,
      reason,
    })
    // An accepted match answers an earlier refusal.
    const refusals_closed = accepted ? await closeRefusals(tx, { account_id, reason, by: actor.trader_id, at }) : 0
    if (!accepted) {
      const finding = externalMatch.detect({ ...there, source, link }, here, limits)
      await recordFindings(tx, kernel, [{ account_id, finding }], now)
    }
    await touchAccount(tx, account_id, at)
    // The reason stands with the match, which goes with an erased account.
    await recordAudit(tx, actor, {
      action: 'integrity.match',
      subject: traderId,
      details: {
        source,
        accepted,
        compared,
        valid_until: accepted ? valid_until : null,
        refusals_closed,
      },
      at,
    })
    const level = await levelNow(tx, traderId, now)
    return { success: true, message: accepted ? acceptedAt(level) : refusedMessage, accepted, level, compared }
  })
  kernel.changes.announce(traderId)
  return answer
}

const refusedMessage = 'Le cifre non coincidono: il riscontro non vale, e il conto ha una segnalazione.'
const acceptedAt = (level: Level): string =>
  level === 'L3'
    ? 'Riscontro registrato: il conto è al livello L3.'
    : 'Riscontro registrato: sta sul profilo accanto alle nostre cifre. Il livello L3 viene con la titolarità provata.'

/** @throws Failure USER_NOT_FOUND, ACCOUNT_NOT_BOUND, MATCH_NOT_FOUND */
export async function revokeMatch(kernel: Kernel, traderId: string, reason: string, actor: Actor): Promise<Answer> {
  const now = Math.floor(kernel.clock.now())
  const at = instantText(now)
  const level = await kernel.sql.begin(async (tx) => {
    const { account_id } = await boundAccount(tx, traderId)
    if ((await revokeMatches(tx, account_id, at)) === 0) return fail('MATCH_NOT_FOUND')
    await touchAccount(tx, account_id, at)
    await recordAudit(tx, actor, { action: 'integrity.revoke-match', subject: traderId, details: { reason }, at })
    return levelNow(tx, traderId, now)
  })
  kernel.changes.announce(traderId)
  return { success: true, message: 'Riscontro ritirato.', accepted: false, level, compared: null }
}

async function boundAccount(tx: Transaction, traderId: string): Promise<MatchedAccount> {
  const account = await lockMatched(tx, traderId)
  if (account === null) return fail('USER_NOT_FOUND')
  return account.account_id === null ? fail('ACCOUNT_NOT_BOUND') : account
}

async function levelNow(tx: Transaction, traderId: string, now: number): Promise<Level> {
  return levelIn(await boundAccount(tx, traderId), now)
}

/**
 * The gain is the growth since the beginning of the history with the imported part counted, whatever was paid in and out. `drawdown`: the
 * largest fall of that growth, in percent.
 */
async function figuresHere(
  tx: Transaction,
  account: MatchedAccount,
  hasImported: boolean,
): Promise<MatchFigures & { drawdown: number }> {
  const { account_id, balance, closed_trades } = account
  const rowsOf = async (table: 'daily_row_now' | 'imported_row') =>
    (await dailyRowsOf(tx, [account_id], table)).get(account_id) ?? []
  const witnessed = await rowsOf('daily_row_now')
  const rows = hasImported ? withImported(await rowsOf('imported_row'), witnessed) : witnessed
  const { growth, drawdown } = foldRows(rows)
  return {
    balance: moneyOf(balance ?? 0, 2),
    closed_trades,
    gain_percentage: percentOf(growth - 1),
    drawdown: percentOf(drawdown),
  }
}

/** @throws Failure VALIDATION */
function endOf(requested: string | undefined, now: number, days: number): string {
  const longest = now + days * DAY_MS
  if (requested === undefined) return instantText(longest)
  const end = Date.parse(requested)
  if (end > now && end <= longest) return instantText(end)
  return refuseField('valid_until', `Scegli un momento entro ${days} giorni.`)
}

/** @throws Failure VALIDATION */
function linkOf(text: string | null): string | null {
  if (text === null || text.trim() === '') return null
  const rule = { maximumLength: traderLinkMaximum }
  const parsed = parseLink(text, rule)
  return parsed.ok ? parsed.url : refuseField('link', linkProblem(parsed.error, rule))
}
