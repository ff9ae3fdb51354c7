import { describe, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { DAY_MS } from '#shared/dates.ts'
import { registerCheckedEa } from '../testing/checked-ea.ts'
import { storyTerminal, type StoryTerminal } from '../testing/terminal.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const app = await testApp(kernel, registerCheckedEa)

type Reporting = (terminal: StoryTerminal, close: ReturnType<StoryTerminal['gone']>) => void
/** As it was. */
const exits: Reporting = (terminal, close) => terminal.report(close)
const withdrawals: Reporting = (terminal, close) => terminal.report(terminal.cash('balance', close.profit))
const charges: Reporting = (terminal, close) => terminal.report(terminal.cash('charge', close.profit))
/** Neither a record nor a change of the balance. */
const nothing: Reporting = () => {}

/** Each day a winner and a loser, listed by two syncs; the losers are reported as `reporting` does. */
async function played(
  platform: 'MT4' | 'MT5',
  reporting: Reporting,
  { losers = 7, winners = 0, share = 0.03 }: { losers?: number; winners?: number; share?: number } = {},
) {
  const terminal = await storyTerminal(kernel, app, platform)
  const trade = async (outcome: 1 | -1, tell: Reporting) => {
    const one = terminal.enter('buy', 1)
    const move = (outcome * share * terminal.balance) / 100_000
    terminal.price += move / 2
    await terminal.sync(4)
    terminal.price += move / 4
    await terminal.sync(4)
    terminal.price += move / 4
    tell(terminal, terminal.gone(one))
    await terminal.sync(4)
    terminal.price = 1.1
  }
  for (let day = 0; day < Math.max(losers, winners); day += 1) {
    if (day < winners) await trade(1, exits)
    if (day < losers) await trade(-1, reporting)
  }
  for (let day = 0; day < 4; day += 1) await terminal.sync(8)
  return terminal.figures()
}

describe.each(['MT5', 'MT4'] as const)('losers that were listed (%s)', (platform) => {
  test('closed, the account falls by them and nothing is found', async () => {
    const truth = await played(platform, exits)
    expect(truth).toMatchObject({ roi: -19.2, trades: 7, wins: 0, cases: [], held: false })
  })
  test('sent as withdrawals, they count as what they are', async () => {
    const shown = await played(platform, withdrawals)
    expect(shown).toMatchObject({ roi: -19.2, trades: 7, wins: 0, held: true })
    expect(shown.cases).toEqual(expect.arrayContaining(['position_vanished', 'positions_vanished']))
  })
})

test.each(['MT5', 'MT4'] as const)(
  'exits that come after their loss became a result are no second trade (%s)',
  async (platform) => {
    for (const falls of ['with the record', 'at the close']) {
      const terminal = await storyTerminal(kernel, app, platform)
      const one = terminal.enter('buy', 1)
      terminal.price -= 0.003
      await terminal.sync(4)
      const close = terminal.gone(one)
      const before = terminal.balance
      if (falls === 'at the close') terminal.balance += close.profit
      for (let hours = 0; hours < 32; hours += 8) await terminal.sync(8)
      expect(await terminal.figures()).toMatchObject({ roi: -3, trades: 1, wins: 0 })
      terminal.balance = before
      terminal.report(close)
      await terminal.sync(4)
      expect(await terminal.figures()).toMatchObject({ roi: -3, trades: 1, wins: 0, equity: 9_700 })
    }
  },
)
test('losers without a record and without a loss of the balance count as they were listed last', async () => {
  const shown = await played('MT5', nothing)
  expect(shown).toMatchObject({ trades: 7, wins: 0, held: true })
  expect(shown.roi).toBeLessThan(-13)
})
test('losers sent as charges are lost trades', async () => {
  const shown = await played('MT5', charges)
  expect(shown).toMatchObject({ roi: -19.2, trades: 7, wins: 0, held: true })
})
test('small losers sent as withdrawals win nothing beside winners', async () => {
  const truth = await played('MT5', exits, { losers: 6, winners: 6, share: 0.005 })
  const shown = await played('MT5', withdrawals, { losers: 6, winners: 6, share: 0.005 })
  expect(truth).toMatchObject({ trades: 12, wins: 6, cases: [] })
  expect(shown).toMatchObject({ roi: truth.roi, trades: 12, wins: 6, held: true })
})

test('losers whose entry alone is sent, and which no sync lists, are cases though they are paid for a day later', async () => {
  const terminal = await storyTerminal(kernel, app, 'MT5')
  for (let day = 0; day < 4; day += 1) {
    const one = terminal.enter('buy', 1)
    terminal.price -= 0.003
    const { profit } = terminal.gone(one)
    for (let sync = 0; sync < 6; sync += 1) await terminal.sync(4)
    terminal.report(terminal.cash('balance', profit))
    await terminal.sync(4)
  }
  const { cases, held } = await terminal.figures()
  expect(cases).toEqual(['position_vanished', 'positions_vanished'])
  expect(held).toBe(true)
})
test('a large loss whose entry alone is sent counts as much as is withdrawn, and holds', async () => {
  const terminal = await storyTerminal(kernel, app, 'MT5')
  const one = terminal.enter('buy', 4)
  terminal.price -= 0.01
  terminal.report(terminal.cash('balance', terminal.gone(one).profit))
  await terminal.sync(20)
  terminal.report(terminal.cash('balance', 40_000))
  for (let sync = 0; sync < 3; sync += 1) await terminal.sync(4)
  expect(await terminal.figures()).toMatchObject({ roi: -40, held: true })
})
test.each(['MT5', 'MT4'] as const)(
  'a loser that comes back under another number is the same one, with its loss all the while (%s)',
  async (platform) => {
    const terminal = await storyTerminal(kernel, app, platform)
    const one = terminal.enter('buy', 1)
    terminal.price -= 0.003
    await terminal.sync(4)
    terminal.open = []
    await terminal.sync(4)
    expect(await terminal.figures()).toMatchObject({ roi: -3, trades: 0 })
    terminal.open = [{ ...one, id: '7001' }]
    for (const move of [0.0001, -0.0001, 0.0001, -0.0001]) {
      terminal.price += move
      await terminal.sync(8)
    }
    expect(await terminal.figures()).toMatchObject({ roi: -3, trades: 0, cases: [], held: false })
    // It closes 1% of the balance higher than it was listed: that result alone counts.
    terminal.price += 0.001
    for (const open of terminal.open) terminal.report(terminal.gone(open))
    for (let sync = 0; sync < 5; sync += 1) await terminal.sync(8)
    expect(await terminal.figures()).toMatchObject({ roi: -2, trades: 1, wins: 0, equity: 9_800 })
  },
)
test('winners that are gone without a record are a case, too', async () => {
  const terminal = await storyTerminal(kernel, app, 'MT5')
  const one = terminal.enter('buy', 1)
  terminal.price += 0.003
  await terminal.sync(4)
  terminal.gone(one)
  for (let sync = 0; sync < 4; sync += 1) await terminal.sync(4)
  expect(await terminal.figures()).toMatchObject({ cases: ['position_vanished'], held: false })
})
test('two losses without a record, each listed at 3%, hold', async () => {
  const { cases, held } = await played('MT5', nothing, { losers: 2, share: 0.04 })
  expect(cases).toEqual(['position_vanished', 'positions_vanished'])
  expect(held).toBe(true)
})

/** Platform, and days from the first snapshot to the broker's row, which replaces the records of three days. */
test.each([
  ['MT4', 3],
  ['MT4', 0.4],
  ['MT5', 1.2],
  ['MT5', -3],
] as const)(
  'a roll-up on %s, dated %d days after the first snapshot, moves no figure and holds no account',
  async (platform, days) => {
    const since = kernel.clock.now()
    const terminal = await storyTerminal(kernel, app, platform)
    const trade = async (move: number) => {
      const one = terminal.enter('buy', 1)
      await terminal.sync(12)
      terminal.price += move
      terminal.report(terminal.gone(one))
      await terminal.sync(60)
    }
    for (const move of [0.001, -0.0005, 0.002]) await trade(move)
    expect(await terminal.figures()).toMatchObject({ roi: 2.5, trades: 3, wins: 2, cases: [] })
    terminal.rollUp(Math.floor((since + days * DAY_MS) / 1000) + 7200)
    await terminal.sync(12)
    for (const move of [0.001, -0.0005, 0.002]) await trade(move)
    const { balance } = terminal
    const after = await terminal.figures()
    expect(after).toMatchObject({ trades: 6, wins: 4, equity: 10_500, held: false, cases: [] })
    expect(after.roi).toBeCloseTo(5, 1)
    expect(after.tags).toContain('history_rolled_up')
    expect(after.tags).not.toContain('ledger_mismatch')
    // A deposit of the same amount is one, also while a narrow tab hides the rest.
    terminal.report(terminal.cash('balance', 10_000))
    await terminal.sync(12)
    expect(await terminal.figures()).toMatchObject({ roi: after.roi, equity: balance + 10_000, held: false })
  },
)

/** Ten thousand at first; opened, closed and paid between two syncs. Tickets rise as it happened. */
test.each([
  { what: 'a loss before a deposit', flow: ['balance', 40_000], move: -0.01, roi: -40 },
  { what: 'a loss before a bonus', flow: ['bonus', 40_000], move: -0.01, roi: -40 },
  { what: 'a loss before a correction', flow: ['correction', 40_000], move: -0.01, roi: -40 },
  { what: 'a charge before a deposit', flow: ['balance', 40_000], move: -0.01, as: 'charge', roi: -40 },
  { what: 'a gain before a withdrawal', flow: ['balance', -9_000], move: 0.01, roi: 40 },
  { what: 'a gain after a deposit', flow: ['balance', 40_000], move: 0.01, isAfter: true, roi: 8 },
  { what: 'a loss after a withdrawal', flow: ['balance', -5_000], move: -0.01, isAfter: true, roi: -80 },
  { what: 'a gain after a deposit (MT4)', on: 'MT4', flow: ['balance', 40_000], move: 0.01, isAfter: true, roi: 8 },
  {
    what: 'a loss after a withdrawal (MT4)',
    on: 'MT4',
    flow: ['balance', -5_000],
    move: -0.01,
    isAfter: true,
    roi: -80,
  },
] as const)(
  'tickets say the order, whatever the times: $what',
  async ({ flow: [type, amount], move, roi, ...more }) => {
    const isAfter = 'isAfter' in more
    const grown = async (hours: number) => {
      const terminal = await storyTerminal(kernel, app, 'on' in more ? more.on : 'MT5')
      await terminal.sync(4)
      const pay = () => terminal.cash(type, amount, terminal.wall() + 3_600 * hours)
      const trade = () => {
        const one = terminal.enter('buy', 4)
        terminal.price += move
        const closed = terminal.gone(one)
        return 'as' in more ? terminal.cash(more.as, closed.profit) : closed
      }
      const items = isAfter ? [pay(), trade()] : [trade(), pay()]
      terminal.report(...(hours < 0 === isAfter ? items : items.toReversed()))
      await terminal.sync(20)
      return (await terminal.figures()).roi
    }
    expect(await grown(isAfter ? -1 : 1)).toBe(roi)
    expect(await grown(isAfter ? 1 : -1)).toBe(roi)
  },
)
