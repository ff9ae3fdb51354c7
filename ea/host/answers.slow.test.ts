import { beforeEach, describe, expect, test } from 'vitest'
import { revokeTokens } from '#features/ea/server/queries.ts'
import { sharedTokenMessage } from '#features/ea/rules/reception/messages.ts'
import { givePlan, makeTrader } from '#features/ea/server/testing/world.ts'
import { latestAdvisor, type SyncRequest } from '#features/ea/sync-contract.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { openDesk } from './desk.ts'
import { openHostile, type MadeUp } from './hostile.ts'
import type { Terminal } from './terminal.ts'

/** The advisors' reactions: the error table of `docs/ea-protocol.md`, against the real server where it can give the answer, else behind a proxy. */

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const desk = await openDesk(kernel)
const hostile = await openHostile(desk.url)

beforeEach(() => {
  desk.reroute(null)
  hostile.answer = null
  hostile.alter = null
})

/** Seconds between an answer and the next request. */
function waits({ requests }: Terminal): number[] {
  return requests.slice(1).map(({ at }, index) => (at - (requests[index]?.ended ?? 0)) / 1000)
}

const bodies = (terminal: Terminal) => terminal.requests.map(({ body }) => body as SyncRequest)
const last = <T>(list: readonly T[]): T | undefined => list.at(-1)

/** A terminal whose advisor has synced, and is now behind the proxy. */
async function connected(platform: 'MT4' | 'MT5') {
  const made = await desk.terminal(platform)
  made.terminal.account.deposit(1000)
  await made.terminal.attach()
  await made.terminal.advance(60)
  expect(made.terminal.chart).toContain('Collegato al sito')
  desk.reroute(hostile.url)
  made.terminal.requests.length = 0
  return made
}

const backOff = [30, 60, 120, 240, 480, 900, 900]

function expectBackOff(terminal: Terminal, count: number): void {
  const measured = waits(terminal).slice(0, count)
  expect(measured).toHaveLength(count)
  for (const [index, wait] of measured.entries()) {
    expect(wait).toBeGreaterThanOrEqual((backOff[index] ?? 0) - 1)
    expect(wait).toBeLessThanOrEqual((backOff[index] ?? 0) + 16)
  }
}

describe.each(['MT4', 'MT5'] as const)('%s, the real server', (platform) => {
  test('401 stops for an hour, and goes on at once with the right token', async () => {
    const { terminal, trader } = await desk.terminal(platform)
    terminal.account.deposit(1000)
    const chart = await terminal.attach({ InpToken: kernel.secrets.newToken('tt_ea_') })
    await terminal.advance(60)
    expect(last(terminal.requests)?.status).toBe(401)
    expect(terminal.chart).toContain('Token non valido: rigenera e incolla')
    await terminal.advance(3500)
    expect(terminal.requests).toHaveLength(1)
    await terminal.advance(100)
    expect(terminal.requests).toHaveLength(2)
    await chart.reinit(5, { InpToken: ` ${trader.token} ` })
    await terminal.advance(60)
    expect(terminal.chart).toContain('Collegato al sito')
  })
  test('a token that two terminals used: the chart says why and what to do', async () => {
    const { terminal, trader } = await desk.terminal(platform)
    terminal.account.deposit(1000)
    await terminal.attach()
    await terminal.advance(60)
    expect(terminal.chart).toContain('Collegato al sito')
    await revokeTokens(kernel.sql, [trader.trader_id])
    await terminal.advanceToRequest()
    expect(terminal.chart).toContain(sharedTokenMessage)
    expect(terminal.chart).toContain('incollalo in InpToken')
  })
  test('402 shows the sentence, tries every half hour, and goes on with a plan', async () => {
    const { terminal, trader } = await desk.terminal(platform, {}, { planDays: null })
    terminal.account.deposit(1000)
    await terminal.attach()
    await terminal.advance(60)
    expect(last(terminal.requests)?.status).toBe(402)
    expect(terminal.chart).toContain('Abbonamento scaduto')
    await terminal.advance(1800)
    expect(terminal.requests).toHaveLength(2)
    await givePlan(kernel, trader.trader_id, 30)
    await terminal.advance(1800)
    expect(terminal.chart).toContain('Collegato al sito')
    expect(waits(terminal)[0]).toBeCloseTo(1800, -1)
  })
  test('403 shows the sentence and tries every half hour', async () => {
    const { terminal, trader } = await desk.terminal(platform)
    await kernel.sql`update trader set deactivated_at = now() where trader_id = ${trader.trader_id}`
    await terminal.attach()
    await terminal.advance(1900)
    expect(terminal.requests.map(({ status }) => status)).toEqual([403, 403])
    expect(terminal.chart).toContain('Account TopTrader disattivato')
  })
  test('409 stops, names the problem, and tries hourly', async () => {
    const { terminal } = await desk.terminal(platform)
    terminal.account.deposit(1000)
    await terminal.attach()
    await terminal.advance(60)
    const { login, server } = terminal.account.book.options
    const thief = await makeTrader(kernel)
    const other = await desk.terminalWith(platform, thief.token, { login, server })
    other.account.deposit(1000)
    await other.attach()
    await other.advance(3500)
    expect(other.requests.map(({ status }) => status)).toEqual([409])
    expect(other.chart).toContain('già collegato a un altro utente')
    await other.advance(200)
    expect(other.requests).toHaveLength(2)
  })
  test('422 three times, then without records', async () => {
    const { terminal } = await connected(platform)
    hostile.alter = (body) => body.replace(/("items":\[\{.*?"profit":)[^,]*/, '$1null')
    terminal.account.deposit(5)
    await terminal.advance(1800)
    const refused = terminal.requests.filter(({ status }) => status === 422 || status === 400)
    expect(refused).toHaveLength(3)
    expectBackOff({ ...terminal, requests: refused }, 2)
    const bare = terminal.requests.slice(3)
    expect(bare.length).toBeGreaterThan(0)
    expect(bare.every(({ status }) => status === 200)).toBe(true)
    expect(
      bodies(terminal)
        .slice(3)
        .every(({ history }) => history.items.length === 0),
    ).toBe(true)
    expect(terminal.chart).toContain('non capisce alcune operazioni')
    hostile.alter = null
    await terminal.advance(4000)
    expect(terminal.chart).toContain('Collegato al sito')
    expect(bodies(terminal).some(({ history }) => history.items.some(({ profit }) => profit === 5))).toBe(true)
  })
  test('400 for a body that was cut on its way', async () => {
    const { terminal } = await connected(platform)
    hostile.alter = (body) => body.slice(0, -20)
    await terminal.advanceToRequest()
    expect(last(terminal.requests)?.status).toBe(400)
    expect(terminal.chart).toContain('400 BAD_JSON')
  })
  test('413 halves the batch in five seconds, and sends everything all the same', async () => {
    const { terminal, trader } = await connected(platform)
    for (let n = 0; n < 150; n += 1) terminal.account.deposit(1)
    hostile.alter = (body) =>
      body.length > 20_000 ? body.replace('{', `{"padding":"${'x'.repeat(520 * 1024)}",`) : body
    await terminal.advance(400)
    expect(terminal.requests.filter(({ status }) => status === 413).length).toBeGreaterThan(0)
    const at = terminal.requests.findIndex(({ status }) => status === 413)
    expect(waits(terminal)[at]).toBeGreaterThan(4)
    expect(waits(terminal)[at]).toBeLessThan(7)
    const sizes = bodies(terminal).map(({ history }) => history.items.length)
    expect(sizes[at + 1]).toBe(Math.floor((sizes[at] ?? 0) / 2))
    expect((await desk.stored(trader)).records).toBe(151)
  })
  test('426 shows the sentence, hourly', async () => {
    const { terminal } = await connected(platform)
    hostile.alter = (body) => body.replace(`"version":"${latestAdvisor}"`, '"version":"0.9.0"')
    await terminal.advance(4200)
    expect(terminal.requests.map(({ status }) => status)).toEqual([426, 426])
    expect(terminal.chart).toContain('scarica la nuova versione')
    expect(waits(terminal)[0]).toBeCloseTo(3600, -1)
  })
})

describe.each(['MT4', 'MT5'] as const)('%s, behind a proxy', (platform) => {
  const html = {
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<html><h1>Benvenuto nel Wi-Fi</h1></html>',
  }
  test.each<[string, MadeUp, string]>([
    [
      '500',
      { status: 500, body: '{"ok":false,"code":"INTERNAL","message":"Errore interno."}' },
      'Errore interno. (500 INTERNAL)',
    ],
    ['502', { status: 502, body: '<html>Bad Gateway</html>' }, '(502)'],
    ['504', { status: 504 }, '(504)'],
    ['a captive portal', html, 'una pagina di accesso o un proxy'],
    ['an empty 200', { status: 200 }, 'una pagina di accesso o un proxy'],
    ['another JSON', { status: 200, body: '{"ok":"yes","history_from":"x"}' }, 'una pagina di accesso o un proxy'],
    ['a lying 200', { status: 200, body: '{"ok":true}' }, 'una pagina di accesso o un proxy'],
    [
      'garbage',
      { status: 200, body: '{"ok":true,"history_from":\u0001\u00ff[[[{{"' },
      'una pagina di accesso o un proxy',
    ],
    ['429 without a time', { status: 429 }, 'chiede di attendere'],
  ])('%s: waits longer each time, up to 15 minutes, and starts afresh after a success', async (_, answer, text) => {
    const { terminal } = await connected(platform)
    hostile.answer = answer
    await terminal.advance(300 + 30 + 60 + 120 + 240 + 480 + 900 + 900 + 7 * 17 + 10)
    expect(terminal.chart).toContain(text)
    expectBackOff(terminal, 7)
    hostile.answer = null
    await terminal.advanceToRequest()
    expect(terminal.chart).toContain('Collegato al sito')
    hostile.answer = answer
    terminal.requests.length = 0
    await terminal.advance(420)
    expectBackOff(terminal, 1)
  })
  test.each([
    [503, '300', 300],
    [503, '5', 30],
    [429, '120', 120],
    [429, '99999', 3600],
  ])('%i with Retry-After %s waits %i seconds', async (status, retryAfter, seconds) => {
    const { terminal } = await connected(platform)
    const body = '{"ok":false,"code":"UNAVAILABLE","message":"Torniamo tra poco."}'
    hostile.answer = { status, headers: { 'retry-after': retryAfter }, body }
    await terminal.advance(400 + seconds)
    expect(terminal.chart).toContain('Torniamo tra poco.')
    expect(waits(terminal)[0]).toBeGreaterThanOrEqual(seconds - 1)
    expect(waits(terminal)[0]).toBeLessThanOrEqual(seconds + 4)
  })
  test('a portal that redirects is no answer either', async () => {
    const { terminal } = await connected(platform)
    hostile.answer = ({ method }) => (method === 'POST' ? { status: 302, headers: { location: '/login' } } : html)
    await terminal.advanceToRequest()
    expect(terminal.chart).toContain('una pagina di accesso o un proxy')
  })
  test.each([
    [400, 'BAD_JSON', 'non capisce i dati', 45],
    [401, 'TOKEN_INVALID', 'Token non valido', 3600],
    [402, 'SUBSCRIPTION_REQUIRED', 'Abbonamento scaduto', 1800],
    [403, 'FORBIDDEN', 'Accesso negato', 1800],
    [409, 'ACCOUNT_MISMATCH', 'altro conto', 3600],
    [422, 'INVALID', 'non capisce i dati', 45],
    [426, 'EA_TOO_OLD', 'superato', 3600],
    [429, 'TOO_MANY_REQUESTS', 'chiede di attendere', 77],
    [503, 'UNAVAILABLE', 'chiede di attendere', 77],
  ])('%i whose body the terminal hides is understood by its headers', async (status, code, text, seconds) => {
    const { terminal } = await connected(platform)
    terminal.emptyErrorBodies = true
    hostile.answer = { status, headers: { 'X-EA-Code': code, 'Retry-After': '77' }, body: '{"ok":false}' }
    await terminal.advanceToRequest()
    expect(terminal.chart).toContain(text)
    await terminal.advanceToRequest()
    const [wait = 0] = waits(terminal)
    expect(wait).toBeLessThanOrEqual(seconds + 4)
    expect(wait).toBeGreaterThanOrEqual(Math.min(seconds, 30) - 1)
  })
  test.each([
    ['timeout', false, 5202],
    ['timeout', true, 1003],
    ['unreachable', false, 5201],
    ['unreachable', true, 1001],
    ['failed', false, 5203],
  ] as const)(
    'no answer (%s, recent terminal: %s) backs off and never takes longer than one time-out',
    async (kind, modern, code) => {
      const { terminal } = await connected(platform)
      terminal.modern = modern
      terminal.network = () => kind
      await terminal.advance(600)
      expect(terminal.chart).toContain(`Il sito non risponde (errore ${code})`)
      expectBackOff(terminal, 3)
      for (const { at, ended } of terminal.requests) expect(ended - at).toBeLessThanOrEqual(10_000)
      terminal.network = null
      await terminal.advance(1000)
      expect(terminal.chart).toContain('Collegato al sito')
      // The missed answer does not count as a new sync: states of the time without a site follow as points.
      expect(last(bodies(terminal).filter(({ points }) => points !== undefined))?.points?.length).toBeGreaterThan(0)
    },
  )
  test('an address that the terminal does not allow is shown exactly, and tried every minute', async () => {
    const { terminal } = await desk.terminal(platform)
    terminal.account.deposit(1000)
    terminal.allowed = [`${desk.site}/api`, desk.site.replace('https', 'http')]
    await terminal.attach({ InpApiUrl: ` ${desk.site}/ ` })
    await terminal.advance(200)
    expect(terminal.chart).toContain(`\n${desk.site}\n`)
    expect(terminal.chart).toContain(platform === 'MT4' ? 'errore 4060' : 'errore 4014')
    expect(terminal.requests).toHaveLength(4)
    for (const wait of waits(terminal)) expect(wait).toBeCloseTo(60, 0)
    terminal.allowed = [desk.site]
    await terminal.advance(70)
    expect(terminal.chart).toContain('Collegato al sito')
  })
})
