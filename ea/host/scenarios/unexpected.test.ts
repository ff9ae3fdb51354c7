import { describe, expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { attached, openDesk } from '../desk.ts'
import { bodies, platforms } from './checks.ts'
import { expectStored } from './stored.ts'

/** Unusual states of an honest account that no contract foresaw, and the sentences for errors. */

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' }, now: '2026-11-17T08:00:00Z' })
const desk = await openDesk(kernel)

describe.each(platforms)('%s', (platform) => {
  test('unlimited leverage, as brokers write it', async () => {
    const { terminal, trader } = await attached(desk, platform, { leverage: 2_100_000_000 })
    await expectStored(desk, trader, terminal.account)
    const [row] = await kernel.sql`select leverage from trading_account where trader_id = ${trader.trader_id}`
    expect(row).toEqual({ leverage: 2_100_000_000 })
  })

  test.each(['US Dollar', 'USD.c', '¢', 'uUSD'])('an account in %s', async (currency) => {
    const { terminal, trader } = await attached(desk, platform, { currency })
    await expectStored(desk, trader, terminal.account)
    expect(bodies(terminal).at(-1)?.account.currency).toBe(currency)
  })

  test('a position of two thousand million lots', async () => {
    const { terminal, trader } = await attached(desk, platform)
    const { account } = terminal
    account.symbol('SHIBUSD', 9, 1)
    account.price('SHIBUSD', 0.000012345)
    account.open('SHIBUSD', 'buy', 2e9)
    await terminal.advance(310)
    await expectStored(desk, trader, account)
    expect(bodies(terminal).at(-1)?.snapshot.positions).toMatchObject([{ volume: 2e9 }])
  })

  test('two charts whose site takes forty seconds an answer never send in turns', async () => {
    const { terminal, trader } = await attached(desk, platform)
    await terminal.attach()
    terminal.latency = 40_000
    await terminal.advance(2_000)
    expect(new Set(bodies(terminal).map(({ sync }) => sync.boot)).size).toBe(1)
    expect((await desk.stored(trader)).tags).toEqual([])
  })

  test('three refused requests stop the records only in a row', async () => {
    const { terminal } = await attached(desk, platform)
    const statuses = [422, 503, 422, 503, 422]
    terminal.network = async (_call, forward) => {
      const status = statuses.shift()
      return status === undefined ? forward() : { status, headers: [], body: Buffer.from('{}') }
    }
    terminal.account.deposit(5)
    await terminal.advance(1_500)
    const sent = terminal.requests.map(({ status }, index) => [status, bodies(terminal)[index]?.history.items.length])
    expect(sent.slice(-7, -1).filter(([status]) => status !== 200)).toEqual(
      [422, 503, 422, 503, 422].map((no) => [no, 1]),
    )
    expect(sent).toContainEqual([200, 1])
    expect(terminal.chart).toContain('Collegato al sito')
  })

  test('a connection that comes back ends the hour without records', async () => {
    const { terminal, trader } = await attached(desk, platform)
    terminal.network = async (call, forward) => (holdsRecords(call.body) ? unreadable : forward())
    terminal.account.deposit(5)
    await terminal.advance(900)
    expect(terminal.chart).toContain('non capisce alcune operazioni')
    terminal.network = null
    terminal.connected = false
    await terminal.advance(30)
    terminal.connected = true
    await terminal.advance(400)
    await expectStored(desk, trader, terminal.account)
  })

  test('chart and site name the error in refused data', async () => {
    const { terminal, trader } = await attached(desk, platform)
    terminal.network = async ({ body }, forward) => {
      const sent = JSON.parse(body.toString()) as { account: { server: string } }
      const patched = Buffer.from(JSON.stringify({ ...sent, account: { ...sent.account, server: '' } }))
      body.fill(32)
      // Blanks around JSON change nothing: the body keeps its length.
      patched.copy(body)
      return forward()
    }
    await terminal.advance(400)
    expect(terminal.chart).toContain('Dati non validi: account.server')
    const [row] = await kernel.sql`select last_error from ea_token where trader_id = ${trader.trader_id}`
    expect(row?.['last_error']).toContain('account.server')
  })

  test('one sentence names the remedy, the site’s where it has one', async () => {
    const { terminal } = await attached(desk, platform)
    const own = 'Questo conto è già collegato a un altro utente.'
    terminal.network = async () => ({
      status: 409,
      headers: [['X-EA-Code', 'ACCOUNT_MISMATCH']],
      body: Buffer.from(JSON.stringify({ ok: false, code: 'ACCOUNT_MISMATCH', message: own, retry_after: 3600 })),
    })
    await terminal.advance(400)
    expect(terminal.chart).toContain(own)
    expect(terminal.chart).not.toContain('Cambia conto')
  })

  test('without its broker the chart says so once', async () => {
    const { terminal } = await attached(desk, platform)
    terminal.connected = false
    await terminal.advance(700)
    expect(terminal.chart.match(/broker:/g)).toHaveLength(1)
    expect(terminal.chart).toContain('Collegato al sito')
    expect(terminal.chart).not.toMatch(/connesso/i)
  })
})

test('MT5: credit that a broker booked below 0', async () => {
  const { terminal, trader } = await attached(desk, 'MT5')
  terminal.account.credit(-50)
  await terminal.advance(310)
  expect(terminal.requests.at(-1)?.status).toBe(200)
  expect((await desk.stored(trader)).credit).toBe(0)
})

test('MT4: a history that the broker truncated is reported as incomplete, after a day of requests for a wider tab', async () => {
  const { terminal, trader } = await desk.terminal('MT4')
  const { account } = terminal
  account.deposit(1_000)
  account.book.printed = { balance: 1_500, credit: 0, equity: 1_500, floating: 0 }
  await terminal.attach()
  await terminal.advance(120)
  expect(terminal.chart).toContain('Tutta la cronologia')
  await terminal.advance(3_600)
  expect(terminal.chart).toContain('Tutta la cronologia')
  await terminal.kill()
  kernel.clock.advance(82_800_000)
  await terminal.start()
  await terminal.advance(700)
  expect(terminal.chart).not.toContain('Tutta la cronologia')
  expect(terminal.chart).toContain('Storico incompleto: mancano entrate per 500,00 EUR')
  expect((await desk.stored(trader)).tags).toEqual([])
})

const unreadable = { status: 422, headers: [], body: Buffer.from('{}') }

function holdsRecords(body: Buffer): boolean {
  const { history } = JSON.parse(body.toString()) as { history: { items: unknown[] } }
  return history.items.length > 0
}
