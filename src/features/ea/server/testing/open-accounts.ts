import type { FastifyInstance } from 'fastify'
import type { TestKernel } from '#server/testing/kernel.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { dealOf, makeTrader, newLogin, sendSync, syncRequestOf, type TestTrader } from './world.ts'

/** Accounts with a deposit and an open position whose price moves from sync to sync. No sync but the first brings a record. */
export async function openAccounts(kernel: TestKernel, app: FastifyInstance, count: number) {
  const { clock } = kernel
  const traders: (TestTrader & { login: string })[] = []
  for (let made = 0; made < count; made += 1) traders.push({ ...(await makeTrader(kernel)), login: newLogin() })
  const openedAt = Math.floor(clock.now() / 1000)
  const deposit = dealOf({ ticket: '1', time: openedAt - 90_000, profit: 10_000 })
  let seq = 0

  async function send({ token, login }: (typeof traders)[number]): Promise<void> {
    const profit = Math.round(Math.sin(seq) * 5_000) / 100
    const request = syncRequestOf({
      now: clock.now(),
      login,
      seq,
      shown: [deposit],
      items: seq === 1 ? [deposit] : [],
      balance: 10_000,
      equity: 10_000 + profit - 0.25,
      positions: [
        {
          id: '7',
          symbol: 'EURUSD',
          side: 'buy',
          volume: 0.1,
          open_time: openedAt,
          open_price: 1.1,
          price: 1.1 + profit / 1e4,
          profit,
          swap: -0.25,
        },
      ],
    })
    const { status, body } = await sendSync(app, token, request)
    if (status !== 200) throw new Error(`sync answered ${status} ${body.code}`)
  }

  /** A sync of each account after five minutes: all at once, or one after the other. */
  const sync = async ({ atOnce = true } = {}): Promise<void> => {
    clock.advance(5 * MINUTE_MS)
    seq += 1
    if (atOnce) await Promise.all(traders.map(send))
    else for (const trader of traders) await send(trader)
  }
  return { traders, sync }
}
