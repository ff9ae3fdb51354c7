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

export function caseWith(change: Partial<OwnCase> = {}): OwnCase {
  return {
    case_id: '7d0c3c0e-5d4e-4a1e-9a53-2f3f5a1f0c01',
    code: 'balance_invented',
    rule: 'R15',
    holds: true,
    status: 'open',
    opened_at: '2026-11-18T09:00:00.000Z',
    reply_by: '2026-11-25T09:00:00.000Z',
    evidence: {
      inputs: { balance_before: 10_000, balance_after: 12_500 },
      threshold: { balance_grave_share: 0.05 },
      found: { unexplained: 2_500, share: 0.25 },
    },
    reply: null,
    replied_at: null,
    decided_at: null,
    reason: null,
    ...change,
  }
}

export function adminCaseWith(change: Partial<AdminCase> = {}): AdminCase {
  return {
    ...caseWith(),
    trader_id: '7d0c3c0e-5d4e-4a1e-9a53-2f3f5a1f0001',
    username: 'marta.ferrero',
    display_name: 'Marta Ferrero',
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
        rule: 'R23',
        consequence: 'warning',
        first_at: '2026-11-10T09:00:00.000Z',
        last_at: '2026-11-18T09:00:00.000Z',
        occurrences: 4,
        audience: 'silent',
        evidence: {
          found: { examples: [{ ticket: '101', symbol: 'EURUSD', price: 1.0931, peers: 4 }] },
          threshold: { price_share: 0.0015 },
        },
      },
    ],
    ...change,
  }
}
