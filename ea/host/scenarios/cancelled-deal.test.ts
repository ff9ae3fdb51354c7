import { expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { openDesk } from '../desk.ts'
import { expectRecords } from './stored.ts'

/** MetaTrader 5, DEAL_TYPE_BUY_CANCELED: the old deal changes its type, its result is zeroed and taken back "using a separated balance operation". */

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' }, now: '2026-11-17T08:00:00Z' })
const desk = await openDesk(kernel)

/** An account of 1,000 with one witnessed trade of +20, its commission 0.50 each way; `exit` is the closing deal. */
async function traded(profit = 20) {
  const { terminal, trader } = await desk.terminal('MT5')
  const { account } = terminal
  account.deposit(1_000)
  await terminal.attach()
  await terminal.advance(60)
  const id = account.open('EURUSD', 'buy', 0.1, { commission: -0.5 })
  await terminal.advance(310)
  const exit = account.close(id, { profit, commission: -0.5 })
  await terminal.advance(310)
  return { terminal, trader, account, exit }
}

type Traded = Awaited<ReturnType<typeof traded>>

async function operations({ trader }: Pick<Traded, 'trader'>): Promise<unknown[]> {
  const rows = await kernel.sql`
    select type, amount from balance_operation join trading_account using (account_id)
     where trader_id = ${trader.trader_id} and origin = 'witnessed' and type <> 'commission' order by at, ticket`
  return rows.map(({ type, amount }) => [type, amount])
}

/** The balance equation of a terminal whose balance moved once though its records moved twice. */
function shows({ account }: Pick<Traded, 'account'>, balance: number): void {
  account.book.printed = { balance, credit: 0, equity: balance, floating: 0 }
}

test('a broker cancels a deal: its result is a correction, the trade keeps its first value', async () => {
  const { terminal, trader, account, exit } = await traded()
  account.cancelDeal(exit)
  await terminal.advance(3_600)
  const stored = await desk.stored(trader)
  expect(stored).toMatchObject({ balance: 999, trades: 1, net: 19, moved: 980, tags: ['deal_cancelled'] })
  expect(stored.records).toBe(account.ledger().count)
  expect(await operations({ trader })).toEqual([['correction', -20]])
  await expectRecords(kernel.sql, trader, account)
})

test.each([0, 310, 1_000])(
  'a gain is taken back by a balance deal %d s later: once, and not as a withdrawal',
  async (later) => {
    const { terminal, trader, account, exit } = await traded()
    shows({ account }, 1_019)
    account.cancelDeal(exit)
    await terminal.advance(later)
    account.deposit(-20, { comment: `cancel #${exit}` })
    shows({ account }, 999)
    await terminal.advance(7_200)
    const stored = await desk.stored(trader)
    expect(await operations({ trader })).toEqual([['correction', -20]])
    expect(stored.net + stored.moved).toBeCloseTo(999, 6)
    expect(stored.tags).toEqual(['deal_cancelled'])
    expect(terminal.chart).not.toContain('Storico incompleto')
  },
)
