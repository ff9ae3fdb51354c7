import { describe, expect, test } from 'vitest'
import { dealOf } from '#features/ea/server/testing/world.ts'
import { latestAdvisor, listedPositions, type Mt5Deal, type SyncRequest } from '#features/ea/sync-contract.ts'
import { onlyRow } from '#server/database/database.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { openPosition } from '../../testing/checked-account.ts'
import { registerCheckedEa } from '../testing/checked-ea.ts'
import { syncedAccount } from '../testing/synced-account.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const app = await testApp(kernel, registerCheckedEa)

type Account = Awaited<ReturnType<typeof syncedAccount>>
const account = (always = {}) => syncedAccount(kernel, app, always)
const saying =
  (snapshot: Partial<SyncRequest['snapshot']>, more: Partial<SyncRequest['account']> = {}) =>
  (request: SyncRequest) => ({
    ...request,
    account: { ...request.account, ...more },
    snapshot: { ...request.snapshot, ...snapshot },
  })

async function shown({ stored }: Account) {
  const { account_id, tags, held } = await stored()
  const row = onlyRow(
    await kernel.sql<{ growth: number; drawdown: number; own: number }[]>`
      select exp(sum(ln(growth))) as growth, max(drawdown) as drawdown,
             (select equity - credit from trading_account where account_id = ${account_id}) as own
        from daily_row where account_id = ${account_id}`,
  )
  return { roi: row.growth - 1, drawdown: row.drawdown, own: row.own, tags, held }
}

/** A position of `profit`, opened six minutes and closed two minutes ago. */
function trade(wall: number, ticket: number, profit: number): Mt5Deal[] {
  const entry = dealOf({
    ticket: String(ticket),
    time: wall - 360,
    position: String(ticket),
    type: 'buy',
    symbol: 'EURUSD',
    volume: 0.1,
    price: 1.1,
  })
  const exit = { ...entry, ticket: String(ticket + 1), time: wall - 120, type: 'sell', entry: 'out' as const }
  return [entry, { ...exit, price: 1.1 + profit / 10_000, profit }]
}

describe('invented figures gain nothing', () => {
  test.each([9000, 8000, 1900])('credit of %s in the first snapshot alone, half a unit apart', async (credit) => {
    const forger = await account({ adjust: saying({ credit, equity: 1000.5 }) })
    const items = trade(forger.wall() + 300, 10, 2)
    await forger.send({ items, shown: [forger.capital, ...items], balance: 1002, adjust: (request) => request })
    expect(await shown(forger)).toMatchObject({ roi: expect.closeTo(0.002, 12), drawdown: 0, own: 1002 })
  })
  test('credit widens no tolerance of the open result', async () => {
    const forger = await account()
    const positions = [openPosition('9', 0, { profit: 0 })]
    await forger.send({ positions, adjust: saying({ floating: 90, credit: 9000, equity: 10_090 }) })
    expect(await shown(forger)).toMatchObject({ roi: 0, tags: ['equity_mismatch'] })
  })
  test('equity of an exchange account above balance and positions', async () => {
    const forger = await account({ adjust: saying({}, { margin_mode: 'exchange' }) })
    for (const equity of [1020, 1040, 1061]) {
      const positions = [openPosition('9', 0, { profit: 0 })]
      await forger.send({ positions, adjust: saying({ equity, floating: 0 }, { margin_mode: 'exchange' }) })
    }
    expect(await shown(forger)).toMatchObject({ roi: 0, own: 1000 })
    const positions = [openPosition('9', 0, { profit: 0 })]
    await forger.send({ positions, adjust: saying({ equity: 1061, floating: 61 }, { margin_mode: 'exchange' }) })
    expect(await shown(forger)).toMatchObject({ roi: 0, own: 1000, tags: ['equity_mismatch'] })
  })
  test('a commission of an open position that pays', async () => {
    const forger = await account()
    for (const commission of [100, 200, 300]) {
      const positions = [openPosition('9', 0, { profit: 0, commission })]
      await forger.send({ positions, adjust: saying({ floating: commission, equity: 1000 + commission }) })
    }
    expect(await shown(forger)).toMatchObject({ roi: 0, own: 1000, tags: expect.arrayContaining(['equity_mismatch']) })
  })
  test('one position that is listed three times', async () => {
    const forger = await account()
    const one = openPosition('9', 0, { profit: 90, volume: 0.1, price: 1.11 })
    await forger.send({ positions: [one, one, one], adjust: saying({ floating: 270, equity: 1270 }) })
    expect(await shown(forger)).toMatchObject({ roi: 0, own: 1000, tags: expect.arrayContaining(['equity_mismatch']) })
  })
  test.each([
    ['with nothing open', 0, []],
    ['with a position', 99, [openPosition('9', 0, { profit: 0 })]],
  ])('a euro account that says it has no cents, %s', async (_name, floating, positions) => {
    const forger = await account({ adjust: saying({}, { digits: 0 }) })
    const adjust = saying({ equity: 1099, floating }, { digits: 0 })
    const { body } = await forger.send({ positions, adjust })
    expect(body).toMatchObject({ level: 'warn', message: expect.stringContaining('riavvia il terminale') })
    expect(await shown(forger)).toMatchObject({ roi: 0, own: 1000, tags: ['equity_mismatch'] })
  })
  test.each([
    ['one open and two listed', 1],
    ['none open and two listed', 0],
  ])('%s: the list says more than the count', async (_name, open_count) => {
    const forger = await account()
    const positions = [openPosition('8', 0, { profit: 0 }), openPosition('9', 0, { profit: 0 })]
    await forger.send({ positions, adjust: saying({ open_count, floating: 500, equity: 1500 }) })
    expect(await shown(forger)).toMatchObject({ roi: 0, tags: expect.arrayContaining(['equity_mismatch']) })
  })
})

describe('honest accounts', () => {
  test('a bonus that the server leaves out of equity, one sync in seven a cent apart', async () => {
    const credit = 3000
    const honest = await account({ adjust: saying({ credit, equity: 1000 }) })
    const items = trade(honest.wall() + 300, 10, 2)
    const all = [honest.capital, ...items]
    for (let sync = 1; sync <= 14; sync += 1) {
      const equity = 1002 + (sync % 7 === 0 ? 0.01 : 0)
      await honest.send({
        items: sync === 1 ? items : [],
        shown: all,
        balance: 1002,
        adjust: saying({ credit, equity }),
      })
    }
    const { roi, drawdown, own, tags } = await shown(honest)
    expect({ roi, drawdown, own }).toEqual({ roi: expect.closeTo(0.002, 12), drawdown: 0, own: 1002 })
    expect(tags).toEqual(['bonus_credit'])
  })

  /** A grid as an advisor of `version` lists it, closed at once; its 461 exits and entries come in batches of 200. */
  async function gridClosed(version: string, listed: number) {
    const honest = await account({ version })
    const base = honest.wall()
    const entries = Array.from({ length: 231 }, (_, index) =>
      dealOf({
        ticket: String(1000 + index),
        time: base + 10 + index,
        position: String(1000 + index),
        type: 'buy',
        symbol: 'EURUSD',
        volume: 0.01,
        price: 1.1,
        commission: -0.01,
      }),
    )
    const positions = entries.map(({ position, time, price }) =>
      openPosition(position, 0, { open_time: time, open_price: price, price, volume: 0.01, profit: 0 }),
    )
    const open = { positions: positions.slice(0, listed), openCount: 231 }
    const opened = [honest.capital, ...entries]
    const charged = 1000 - 2.31
    await honest.send({ items: entries.slice(0, 200), shown: opened, more: true, balance: charged, ...open })
    await honest.send({ items: entries.slice(200), shown: opened, balance: charged, ...open, wait: 2_000 })
    for (let sync = 0; sync < 3; sync += 1) await honest.send({ shown: opened, balance: charged, ...open })
    const exits = entries.slice(0, 230).map((entry, index) => ({
      ...entry,
      ticket: String(5000 + index),
      time: honest.wall() + 200,
      type: 'sell',
      entry: 'out' as const,
      commission: 0,
    }))
    const all = [...opened, ...exits]
    const left = { positions: positions.slice(230), openCount: 1 }
    await honest.send({ items: exits.slice(0, 200), shown: all, more: true, balance: charged, ...left })
    await honest.send({ items: exits.slice(200), shown: all, balance: charged, ...left, wait: 2_000 })
    return honest
  }
  test.each([
    ['1.0.0', 200],
    [latestAdvisor, listedPositions],
  ])('a grid of 230 positions closed at once is known to have been open (advisor %s)', async (version, listed) => {
    const honest = await gridClosed(version, listed)
    const { tags, held } = await shown(honest)
    expect(held).toBe(false)
    expect(tags).not.toContain('positions_invented')
    expect(tags).not.toContain('never_seen_open')
    expect(tags).not.toContain('positions_withheld')
    const { account_id } = await honest.stored()
    const { count, unopened, net } = onlyRow(
      await kernel.sql<{ count: number; unopened: number; net: number }[]>`
        select count(*)::int as count, (count(*) filter (where open_at = close_at))::int as unopened, sum(net) as net
          from trade where account_id = ${account_id}`,
    )
    expect({ count, unopened, net: net.toFixed(2) }).toEqual({ count: 230, unopened: 0, net: '-2.30' })
  })
})
