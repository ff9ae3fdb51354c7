import { expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { openDesk } from '../desk.ts'
import { bodies } from './checks.ts'
import { longHistory } from './histories.ts'
import { expectStored } from './stored.ts'

/** MetaTrader 4 shows programs only the rows of the tab "Storico conto". */

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' }, now: '2026-11-17T08:00:00Z' })
const desk = await openDesk(kernel)

test('a tab that shows one month is noticed, and widening it brings the rest without a change of the counted figures', async () => {
  const { terminal, trader } = await desk.terminal('MT4')
  const { account } = terminal
  const now = terminal.brokerSeconds()
  account.load(longHistory('MT4', 301, now))
  const hidden = account.ledger().count
  account.show(now - 100 * 3_600)
  expect(account.ledger().count).toBeLessThan(hidden)
  await terminal.attach()
  await terminal.advance(120)
  expect(terminal.chart).toContain('Scheda Storico conto: tasto destro > Tutta la cronologia')
  const narrow = await desk.stored(trader)
  expect(narrow.balance).toBeCloseTo(account.balance, 6)
  expect(narrow.witnessed).toBe(0)

  const id = account.open('EURUSD', 'buy', 0.1)
  await terminal.advance(310)
  account.close(id, { profit: 9 })
  await terminal.advance(310)
  expect((await desk.stored(trader)).witnessed).toBe(1)

  account.show('all')
  await terminal.advance(900)
  expect(terminal.chart).not.toContain('Scheda Storico conto')
  const wide = await desk.stored(trader)
  expect(wide.records).toBe(account.ledger().count)
  expect(wide.balance).toBeCloseTo(account.balance, 6)
  expect(wide.witnessed).toBe(1)
  expect(wide.late).toBeGreaterThan(0)
  expect(wide.tags).toEqual(['late_records'])
})

test('a tab that is narrowed later loses nothing, and the cursor does not run backwards', async () => {
  const { terminal, trader } = await desk.terminal('MT4')
  const { account } = terminal
  const now = terminal.brokerSeconds()
  account.load(longHistory('MT4', 301, now))
  await terminal.attach()
  await terminal.advance(60)
  const all = await expectStored(desk, trader, account)
  account.show(now - 50 * 3_600)
  await terminal.advance(1_300)
  const after = await desk.stored(trader)
  expect(after).toMatchObject({ records: all.records, trades: all.trades, net: all.net, balance: all.balance })
  expect(after.tags).toEqual([])
})

test('a history that the terminal is still loading is waited for', async () => {
  const { terminal, trader } = await desk.terminal('MT4')
  const { account } = terminal
  const now = terminal.brokerSeconds()
  account.load(longHistory('MT4', 101, now))
  account.show(now + 86_400)
  await terminal.attach()
  await terminal.advance(20)
  expect(terminal.requests).toHaveLength(0)
  expect(terminal.chart).toContain('attendo lo storico')
  account.show('all')
  await terminal.advance(30)
  await expectStored(desk, trader, account)
})

test('cancelled pending orders are no records', async () => {
  const { terminal, trader } = await desk.terminal('MT4')
  const { account } = terminal
  account.deposit(1_000)
  const pending = account.pending('un livello', { symbol: 'EURUSD' })
  account.cancel(pending)
  await terminal.attach()
  await terminal.advance(60)
  expect(bodies(terminal).flatMap(({ history }) => history.items.map(({ ticket }) => ticket))).not.toContain(pending)
  await expectStored(desk, trader, account)
})
