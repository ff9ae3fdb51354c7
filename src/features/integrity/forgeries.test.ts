import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue, findingCodes, termsOf, type FindingCode } from './rules/catalogue.ts'
import { reportSilentFindings } from './server/night/night-report.ts'
import { reviewAccounts } from './server/review/review.ts'
import { forgedCloses } from './testing/forged-closes.ts'
import { forgedHistories } from './testing/forged-histories.ts'
import { forgedResults } from './testing/forged-results.ts'
import { groupForgeries } from './testing/group-forgeries.ts'
import { riskyAccounts } from './testing/risky-accounts.ts'
import { forgeryStage, type Found, type Play } from './testing/stage.ts'
import { delayedHistories } from './testing/delayed-histories.ts'

const stage = await forgeryStage(async (kernel) => {
  await reportSilentFindings(kernel)
  await reviewAccounts(kernel, 1000)
})

const forgeries = [...forgedHistories, ...forgedResults, ...riskyAccounts, ...delayedHistories, ...forgedCloses]
const found = await stage.play(forgeries.map(({ play }) => play))

test.each(forgeries.map((forgery, index) => [forgery.name, forgery, index] as const))('%s', (_name, forgery, index) => {
  expect(found[index]?.tags).toEqual(expect.arrayContaining(forgery.finds))
  expect(found[index]?.held).toBe(forgery.held)
})

const groups: Found[][] = []
for (const { plays } of groupForgeries) groups.push(await stage.play(plays))

test.each(groupForgeries.map((forgery, group) => [forgery.name, forgery, group] as const))(
  '%s',
  (_name, { finds, held: heldPlayers = [] }, group) => {
    finds.forEach((codes, index) => {
      const { tags, held } = groups[group]?.[index] ?? fail()
      expect(tags).toEqual(expect.arrayContaining(codes))
      expect(held).toBe(heldPlayers.includes(index))
      // Nothing is found of the traders who only stand beside.
      const accused = finds.flat().filter((code) => tags.includes(code))
      expect(new Set(accused)).toEqual(new Set(codes))
    })
  },
)

const honest: readonly (readonly [name: string, play: Play])[] = [
  ['intraday on MT5', { trading: { before: 20 } }],
  ['intraday on MT4, partial closes', { trading: { platform: 'MT4', manner: { entriesADay: 8 }, before: 10 } }],
  ['swing', { trading: { style: 'swing', platform: 'MT4' } }],
  ['swing in dollars on a clock without summer time', { trading: { style: 'swing', currency: 'USD', clock: 'utc' } }],
  ['position', { trading: { style: 'position', before: 27 } }],
  ['indices', { trading: { style: 'indices', capital: 50_000 } }],
  ['crypto over the weekend', { trading: { style: 'crypto' } }],
  ['netting with reversals', { trading: { style: 'reversal', netting: true, manner: { entriesADay: 5 } } }],
  ['netting on MT5 in yen', { trading: { style: 'reversal', netting: true, currency: 'JPY', capital: 2_000_000 } }],
  [
    'deposits and withdrawals while positions are open',
    {
      trading: { manner: { entriesADay: 7 } },
      disguise: {
        act: (account, at) => {
          if (at % 10_800 < 60) account.deposit(Math.floor(at / 10_800) % 2 === 0 ? 900 : -700, at, 'Cassa')
        },
      },
    },
  ],
  [
    'netting that adds and leaves, reported once a day',
    { trading: { style: 'reversal', netting: true, manner: { entriesADay: 14 } }, every: 1440, days: 14 },
  ],
  [
    'a terminal that is off at night',
    { trading: { style: 'scalper' }, disguise: { off: (at) => at % 86_400 > 20 * 3600 } },
  ],
]
const fair = await stage.play(honest.map(([, play]) => ({ days: 9, every: 15, ...play })))

test.each(honest.map(([name], index) => [name, index] as const))('honest: %s', (_name, index) => {
  const { tags, cases, held } = fair[index] ?? fail()
  expect(cases).toEqual([])
  expect(held).toBe(false)
  expect(tags.filter((code) => catalogue[code as FindingCode].consequence !== 'info')).toEqual([])
})

test('evidence that people read has an Italian name for each of its keys', async () => {
  const stored = await stage.kernel.sql<
    { code: string; evidence: object }[]
  >`select code, details as evidence from integrity_tag`
  expect(stored.length).toBeGreaterThan(100)
  const unnamed = stored.flatMap(({ code, evidence }) => {
    const named = termsOf(evidence)
    return keysOf(evidence).flatMap((key) => (key in named || key === 'inputs' ? [] : [`${code}: ${key}`]))
  })
  expect([...new Set(unnamed)]).toEqual([])
})

/** The keys of all objects in a value. */
function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(keysOf)
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)])
}

/** Findings that need more than one account's history: proven through the calls, in these files. */
const elsewhere: Partial<Record<FindingCode, string>> = {
  other_account_sent: 'server/checks/senders.test.ts',
  account_claimed: 'server/checks/senders.test.ts',
  requests_replayed: 'server/checks/senders.test.ts',
  two_terminals: 'server/checks/senders.test.ts',
  two_senders: 'server/checks/senders.test.ts',
  networks_in_turn: 'rules/senders/senders.test.ts',
  demo_server_name: 'rules/senders/senders.test.ts',
  rule_failed: 'rules/check-sync.test.ts',
  closes_ahead: 'rules/positions/close-prices.test.ts',
  close_prices_better: 'rules/positions/close-prices.test.ts',
  listed_result_contradicted: 'rules/positions/listed-results.test.ts',
  listed_results_invented: 'rules/positions/listed-results.test.ts',
  positions_frozen: 'rules/market/frozen-market.test.ts',
  position_vanished: 'server/checks/vanished.test.ts',
  positions_vanished: 'server/checks/vanished.test.ts',
  history_rolled_up: 'server/checks/vanished.test.ts',
  trade_mode_changed: 'server/checks/senders.test.ts',
  currency_changed: '../ea/server/sync/obstacles.test.ts',
  investor_login: 'server/checks/senders.test.ts',
  deal_cancelled: 'server/cases/holds.test.ts',
  charges_changed: '../ea/server/sync/sync.test.ts',
  ledger_mismatch: '../ea/server/sync/sync.test.ts',
  late_records: '../ea/server/sync/sync.test.ts',
  clock_refused: '../ea/server/sync/clocks.test.ts',
  clock_assumed: '../ea/server/sync/clocks.test.ts',
  clock_unfitted: '../ea/server/sync/clocks.test.ts',
  plan_gap: 'server/checks/senders.test.ts',
  account_changed: 'server/accounts/closing.test.ts',
  account_released: 'server/accounts/release.test.ts',
  repeated_rescues: 'rules/risk/open-losses.test.ts',
  old_losers: 'rules/risk/open-losses.test.ts',
  loss_as_flow: 'server/checks/flows.test.ts',
  losses_as_flows: 'server/checks/flows.test.ts',
  odd_withdrawals: 'server/checks/flows.test.ts',
  match_refused: 'server/levels/matches.test.ts',
}

test('every finding is looked for here, or named by the test file that proves it', () => {
  const here = new Set([
    ...forgeries.flatMap(({ finds }) => finds),
    ...groupForgeries.flatMap(({ finds }) => finds.flat()),
  ])
  const unproven = findingCodes.filter((code) => {
    const file = elsewhere[code]
    return (
      !here.has(code) &&
      !(file !== undefined && readFileSync(new URL(file, import.meta.url), 'utf8').includes(`'${code}'`))
    )
  })
  expect(unproven).toEqual([])
})

function fail(): never {
  throw new Error('not played')
}
