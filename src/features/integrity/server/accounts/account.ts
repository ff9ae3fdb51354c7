import { oneMoment } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getOwnIntegrity } from '../../contract.ts'
import { isInForce } from '../../levels/ownership-proof.ts'
import { catalogue } from '../../rules/catalogue.ts'
import { ownerTexts } from '../../rules/finding-texts.ts'
import { closedAccounts, heldTrader, ownAccount, shownTags, type OwnAccountRow } from './account-queries.ts'
import { casesOf } from '../cases/case-queries.ts'
import { ownCaseOf, ownersCodes } from '../cases/cases.ts'
import { levelIn } from '../levels/level-columns.ts'
import { matchInForce } from '../levels/match-queries.ts'
import { proofOf, type StoredProof } from '../levels/ownership-queries.ts'
import { readProof } from '../levels/ownership.ts'

type Own = ResponseOf<typeof getOwnIntegrity>

/** The owner's view of the own account at one moment. */
export async function ownIntegrity({ sql, clock }: Kernel, traderId: string): Promise<Own> {
  const now = Math.floor(clock.now())
  const at = instantText(now)
  return sql.begin(oneMoment, async (tx): Promise<Own> => {
    const closed_accounts = await closedAccounts(tx, traderId)
    const account = await ownAccount(tx, traderId)
    const held = await heldTrader(tx, traderId)
    const under_review = held !== null
    const cases = (await casesOf(tx, traderId, ownersCodes)).map(ownCaseOf)
    if (account === null) return { ...nothingBound, held, under_review, cases, closed_accounts }
    const { account_id, platform, server, login, bound_at, trade_mode } = account
    const proof = await proofOf(tx, account_id)
    const tags = await shownTags(tx, account_id, ownersCodes, at)
    return {
      level: levelIn(account, now),
      account: {
        account_id,
        platform,
        server,
        login,
        bound_at,
        trade_mode,
        is_synced: account.first_snapshot_at !== null,
      },
      under_review,
      held,
      tags: tags.map((tag) => {
        const { rule, consequence } = catalogue[tag.code]
        return { ...tag, rule, consequence, ...ownerTexts(tag.code) }
      }),
      cases,
      ownership: ownershipOf(account, proof, now),
      match: await matchInForce(tx, account_id, at),
      ledger: { length: account.ledger_length, head: account.ledger_head, at: account.ledger_at },
      closed_accounts,
    }
  }) as Promise<Own>
}

const nothingBound: Own = {
  level: 'L0',
  account: null,
  under_review: false,
  held: null,
  tags: [],
  cases: [],
  ownership: { code: null, expires_at: null, seen_at: null, proven_at: null, can_trade: null },
  match: null,
  ledger: { length: 0, head: null, at: null },
  closed_accounts: [],
}

function ownershipOf({ can_trade }: OwnAccountRow, proof: StoredProof | null, now: number): Own['ownership'] {
  if (proof === null) return { ...nothingBound.ownership, can_trade }
  const { code, expires_at, seen_at, proven_at } = proof
  if (proven_at !== null) return { code: null, expires_at: null, seen_at, proven_at, can_trade }
  if (!isInForce(readProof(proof), now)) return { ...nothingBound.ownership, can_trade }
  return { code, expires_at, seen_at, proven_at, can_trade }
}
