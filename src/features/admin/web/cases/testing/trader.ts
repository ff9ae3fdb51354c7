import type {
  TraderAccount,
  TraderMatch,
  TraderIntegrity,
} from '#features/integrity/web/admin/trader/trader-integrity.ts'
import { adminCaseWith } from '#features/integrity/web/testing/answers.ts'
import { serveCalls } from '#features/integrity/web/testing/server.ts'

export const marta = adminCaseWith()
export const traderId = marta.trader_id
export const heirId = 'b0000000-0000-4000-8000-000000000002'
export const readKey = `GET /api/admin/traders/${traderId}/integrity`
export const reason = 'Ho visto l’estratto conto del broker.'

export function accountWith(change: Partial<TraderAccount> = {}): TraderAccount {
  return {
    account_id: marta.account_id,
    platform: 'MT5',
    server: 'Prova-Live',
    login: '7001234',
    currency: 'EUR',
    trade_mode: 'real',
    bound_at: '2026-01-10T09:00:00.000Z',
    closed_at: null,
    last_receipt_at: '2026-11-20T15:00:00.000Z',
    is_synced: true,
    level: 'L2',
    can_trade: true,
    proven_at: '2026-02-10T09:00:00.000Z',
    ledger_length: 120,
    waiting_cases: 1,
    released_to: null,
    claimants: [],
    ...change,
  }
}

const figure = (there: number, here: number) => ({ there, here, within: Math.abs(there - here) < 1 })
export const match: TraderMatch = {
  match_id: 'c0000000-0000-4000-8000-000000000001',
  account_id: marta.account_id,
  source: 'myfxbook',
  link: 'https://www.myfxbook.com/members/marta',
  accepted: true,
  in_force: true,
  compared: {
    currency: 'USD',
    balance: figure(48_230.55, 48_230.55),
    closed_trades: figure(12, 12),
    gain_percentage: figure(8.4, 8.1),
    drawdown_percentage: null,
  },
  matched_at: '2026-11-10T09:00:00.000Z',
  valid_until: '2099-12-10T09:00:00.000Z',
  revoked_at: null,
  decided_by: 'redazione',
  reason: 'Confronto con la pagina pubblica.',
}

export function integrityWith(change: Partial<TraderIntegrity> = {}): TraderIntegrity {
  return {
    trader: {
      trader_id: traderId,
      username: 'marta.ferrero',
      display_name: 'Marta Ferrero',
      deactivated_at: null,
      has_profile: true,
      myfxbook_url: null,
    },
    held: 'open',
    level: 'L2',
    accounts: [accountWith()],
    matches: [],
    released: [],
    ...change,
  }
}

export function serve(data: () => TraderIntegrity, more: Parameters<typeof serveCalls>[0] = {}) {
  const searches: string[] = []
  const requests = serveCalls({
    [readKey]: () => ({ body: data() }),
    'GET /api/admin/integrity': ({ url }) => {
      searches.push(url.search)
      const counts = { waiting: 9, holding: 3, answered: 1, upheld: 4 }
      return { body: { cases: [marta], total: 1, next_cursor: null, counts } }
    },
    'GET /api/admin/audit': () => ({
      body: {
        entries: [
          {
            audit_id: 7,
            at: '2026-11-19T09:00:00.000Z',
            actor: 'x',
            actor_username: 'redazione',
            action: 'integrity.match',
            subject: traderId,
            subject_username: 'marta.ferrero',
            details: { reason },
            address: null,
            request_id: null,
          },
        ],
        total: 1,
        next_cursor: null,
      },
    }),
    'GET /api/admin/users': ({ url }) => ({
      body: {
        users: url.searchParams.get('q') === 'luca' ? [heir] : [],
        total: 1,
        next_cursor: null,
        stats: {},
      },
    }),
    ...more,
  })
  return { requests, searches }
}
const heir = { trader_id: heirId, username: 'Luca', display_name: 'Luca Bertani', email: 'luca@bertani.it' }
