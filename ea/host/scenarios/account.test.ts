import { describe, expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { openDesk } from '../desk.ts'
import { bodies, platforms } from './checks.ts'
import { expectStored } from './stored.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' }, now: '2026-11-17T08:00:00Z' })
const desk = await openDesk(kernel)

async function attached(platform: 'MT4' | 'MT5') {
  const made = await desk.terminal(platform)
  made.terminal.account.deposit(1_000)
  const chart = await made.terminal.attach()
  await made.terminal.advance(60)
  return { ...made, chart }
}

describe.each(platforms)('%s', (platform) => {
  test('another account is refused and never mixed with the bound one', async () => {
    const { terminal, trader } = await attached(platform)
    const mine = terminal.account
    await terminal.login({})
    const other = terminal.account
    expect(other.login).not.toBe(mine.login)
    other.deposit(77_777)
    await terminal.advance(600)
    expect(terminal.chart).toContain('Cambia conto')
    expect(terminal.requests.at(-1)?.status).toBe(409)
    for (const { account, snapshot, ledger } of bodies(terminal)) {
      const [balance, net] = account.login === mine.login ? [1_000, 1_000] : [77_777, 77_777]
      expect([0, balance]).toContain(snapshot.balance)
      expect([0, net]).toContain(ledger.net)
    }
    const refused = terminal.requests.length
    await terminal.advance(1_800)
    expect(terminal.requests.length).toBe(refused)

    await terminal.useAccount(mine)
    await terminal.advance(120)
    expect(terminal.chart).toContain('Collegato al sito')
    expect(terminal.chart).toContain(String(mine.login))
    // The site notes that the other account was sent, and stores nothing of it.
    await expectStored(desk, trader, mine, { tags: ['other_account_sent'] })
  })

  test('nothing is sent before the terminal has logged in, and none of it with a wrong balance', async () => {
    const { terminal, trader } = await desk.terminal(platform)
    terminal.account.deposit(1_000)
    terminal.loggedIn = false
    await terminal.attach()
    await terminal.advance(300)
    expect(terminal.requests).toHaveLength(0)
    expect(terminal.chart).toContain('Attendo che il terminale acceda a un conto')
    terminal.loggedIn = true
    await terminal.advance(60)
    await expectStored(desk, trader, terminal.account)
    expect(terminal.chart).toMatch(/Registro: \d+ - [0-9a-f]{16}/)
  })

  test('a second advisor on the same account waits, and goes on when the first ends', async () => {
    const { terminal, trader, chart } = await attached(platform)
    const second = await terminal.attach()
    await terminal.advance(600)
    expect(second.text).toContain('ne basta uno')
    expect(chart.text).toContain('Collegato al sito')
    expect(new Set(bodies(terminal).map(({ sync }) => sync.boot)).size).toBe(1)

    await chart.detach()
    terminal.account.deposit(200)
    await terminal.advance(400)
    expect(second.text).toContain('Collegato al sito')
    expect(new Set(bodies(terminal).map(({ sync }) => sync.boot)).size).toBe(2)
    await expectStored(desk, trader, terminal.account)
  })

  test('a change of symbol or period goes on where it was; other inputs begin anew', async () => {
    const { terminal, trader, chart } = await attached(platform)
    const boot = bodies(terminal).at(-1)?.sync.boot
    const before = terminal.requests.length
    await chart.reinit()
    await terminal.advance(60)
    expect(terminal.requests.length).toBe(before)
    await terminal.advance(300)
    expect(bodies(terminal).at(-1)?.sync.boot).toBe(boot)

    await chart.reinit(5, { InpToken: `  ${trader.token}\n` })
    await terminal.advance(330)
    expect(bodies(terminal).at(-1)?.sync.boot).toBe(boot)
    await chart.reinit(5, { InpToken: 'tt_ea_corto' })
    const silent = terminal.requests.length
    await terminal.advance(600)
    expect(terminal.requests.length).toBe(silent)
    expect(chart.text).toContain('Il token non ha la forma giusta')
    await chart.reinit(5, { InpToken: trader.token })
    await terminal.advance(60)
    expect(bodies(terminal).at(-1)?.sync.boot).not.toBe(boot)
    await expectStored(desk, trader, terminal.account)
  })

  test('two terminals with one account read so on their charts', async () => {
    const { terminal, trader } = await attached(platform)
    const other = await desk.terminalWith(platform, trader.token, { login: terminal.account.login })
    other.account.deposit(1_000, { at: terminal.brokerSeconds() - 60 })
    await other.attach()
    for (let n = 0; n < 4; n += 1) {
      await other.advance(200)
      await terminal.advance(200)
    }
    expect(terminal.chart).toContain('Due terminali')
    expect((await desk.stored(trader)).tags).toContain('two_terminals')
  })

  test('a terminal that restarts every now and then reports the same account', async () => {
    const { terminal, trader } = await attached(platform)
    for (let n = 0; n < 3; n += 1) {
      const id = terminal.account.open('EURUSD', 'buy', 0.1)
      await terminal.restart()
      await terminal.advance(200)
      terminal.account.close(id, { profit: 5 + n })
      await terminal.kill()
      await terminal.start()
      await terminal.advance(400)
    }
    const stored = await expectStored(desk, trader, terminal.account, { witnessed: 3 })
    expect(stored.balance).toBe(1_018)
  })

  test('a pending order marked TT- is sent while it exists', async () => {
    const { terminal, trader } = await attached(platform)
    const marked = terminal.account.pending('TT-7KQ2XA', { symbol: 'EURUSD' })
    terminal.account.pending('di altri', { symbol: 'EURUSD' })
    await terminal.advance(310)
    expect(bodies(terminal).at(-1)).toMatchObject({
      orders: [{ ticket: marked, comment: 'TT-7KQ2XA' }],
      snapshot: { open_count: 0 },
    })
    terminal.account.cancel(marked)
    await terminal.advance(310)
    expect(bodies(terminal).at(-1)).not.toHaveProperty('orders')
    await expectStored(desk, trader, terminal.account)
  })

  test('the investor password is enough', async () => {
    const { terminal, trader } = await desk.terminal(platform, { trade_allowed: false })
    terminal.account.deposit(1_000)
    await terminal.attach()
    await terminal.advance(60)
    expect(bodies(terminal).at(-1)?.account.trade_allowed).toBe(false)
    await expectStored(desk, trader, terminal.account)
  })

  test('the chart of the tester says so, and nothing is sent from it', async () => {
    const { terminal } = await desk.terminal(platform)
    terminal.account.deposit(1_000)
    terminal.tester = true
    await terminal.attach()
    await terminal.advance(120)
    expect(terminal.chart).toContain('Non funziona nel tester')
    expect(terminal.requests).toHaveLength(0)
  })

  test.each([
    [{ InpApiUrl: 'http://toptrader.example' }, 'deve iniziare con https://'],
    [{ InpApiUrl: 'https://toptrader.example/dashboard' }, 'lascia solo https://'],
    [{ InpApiUrl: '' }, 'deve iniziare con https://'],
    [{ InpToken: '' }, 'Manca il token'],
    [{ InpToken: 'tt_ea_abc' }, 'Il token non ha la forma giusta'],
  ])('inputs %o are refused on the chart', async (inputs, sentence) => {
    const { terminal } = await desk.terminal(platform)
    await terminal.attach(inputs)
    await terminal.advance(60)
    expect(terminal.chart).toContain(sentence)
    expect(terminal.requests).toHaveLength(0)
  })

  test('blanks and slashes around the address are forgiven', async () => {
    const { terminal, trader } = await desk.terminal(platform)
    terminal.account.deposit(1_000)
    await terminal.attach({ InpApiUrl: ' https://TopTrader.example// ' })
    await terminal.advance(60)
    expect(terminal.requests[0]?.url).toBe('https://toptrader.example/api/ea/sync')
    await expectStored(desk, trader, terminal.account)
  })
})
