import { adminTexts, namedEvidence, ownerTexts } from '../../rules/finding-texts.ts'
import type { AdminCase, Own, OwnCase } from '../cases.ts'

/** An account at L1 of which nothing was found. */
export function ownWith(change: Partial<Own> = {}): Own {
  return {
    level: 'L1',
    account: {
      account_id: '7d0c3c0e-5d4e-4a1e-9a53-2f3f5a1f00a1',
      platform: 'MT5',
      server: 'Prova-Live',
      login: '7001234',
      bound_at: '2025-03-10T08:00:00.000Z',
      trade_mode: 'real',
      is_synced: true,
    },
    under_review: false,
    held: null,
    tags: [],
    cases: [],
    ownership: { code: null, expires_at: null, seen_at: null, proven_at: null, can_trade: true },
    match: null,
    ledger: { length: 3, head: 'ab12cd34ef56ab78'.repeat(4), at: '2026-11-20T15:00:00.000Z' },
    closed_accounts: [],
    ...change,
  }
}

/** A finding of the own account, once. */
export function tagWith(change: Partial<Own['tags'][number]> = {}): Own['tags'][number] {
  const { code = 'history_cut' } = change
  const at = '2026-11-01T10:00:00.000Z'
  return {
    code,
    rule: 'R18',
    consequence: 'warning',
    first_at: at,
    last_at: at,
    occurrences: 1,
    ...ownerTexts(code),
    ...change,
  }
}

export function caseWith(change: Partial<OwnCase> = {}): OwnCase {
  const { code = 'balance_invented' } = change
  return { ...storedCaseWith(code), ...ownerTexts(code), ...change }
}

function storedCaseWith(code: string) {
  return {
    case_id: '7d0c3c0e-5d4e-4a1e-9a53-2f3f5a1f0c01',
    code,
    rule: 'R15',
    holds: true,
    status: 'open' as const,
    opened_at: '2026-11-18T09:00:00.000Z',
    reply_by: '2026-11-25T09:00:00.000Z',
    currency: 'EUR',
    ...namedEvidence({
      inputs: { balance: 12_500 },
      threshold: { threshold_share: 0.05 },
      found: { gap: 2_500, share: 0.25 },
    }),
    reply: null,
    replied_at: null,
    decided_at: null,
    reason: null,
  }
}

export function adminCaseWith(change: Partial<AdminCase> = {}): AdminCase {
  const { code = 'balance_invented' } = change
  return {
    ...storedCaseWith(code),
    ...adminTexts(code),
    trader_id: '7d0c3c0e-5d4e-4a1e-9a53-2f3f5a1f0001',
    username: 'marta.ferrero',
    display_name: 'Marta Ferrero',
    has_profile: true,
    account_id: '7d0c3c0e-5d4e-4a1e-9a53-2f3f5a1f00a1',
    platform: 'MT5',
    server: 'Prova-Live',
    login: '7001234',
    level: 'L1',
    occurrences: 1,
    rule_version: 1,
    last_at: '2026-11-18T09:00:00.000Z',
    decided_by: null,
    tags: [
      {
        code: 'peer_price',
        ...adminTexts('peer_price'),
        consequence: 'warning',
        first_at: '2026-11-10T09:00:00.000Z',
        last_at: '2026-11-18T09:00:00.000Z',
        occurrences: 4,
        ...namedEvidence({
          found: { examples: [{ ticket: '101', symbol: 'EURUSD', price: 1.0931, peers: 4 }] },
          threshold: { price_share: 0.0015 },
        }),
      },
    ],
    ...change,
  }
}
