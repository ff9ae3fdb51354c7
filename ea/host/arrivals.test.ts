import { afterAll, describe, expect, test } from 'vitest'
import { settableClock } from '#server/testing/clock.ts'
import { startTerminal, type Terminal } from './terminal.ts'
import type { Platform } from './translate.ts'

/** The terminal before its broker has answered, and the advisor where something fails or takes long. */

const shownHistory = {
  MT4: 'return IntegerToString(OrdersHistoryTotal());',
  MT5: 'return HistorySelect(0, TimeCurrent() + 86400) ? IntegerToString(HistoryDealsTotal()) : "no";',
}

const advisor = (platform: Platform) => `
#property strict
input string InpApiUrl = "";
input string InpToken = "";
input int InpIntervalSeconds = 300;
string unset;
string cells[];
bool timed = false;
int turns = 0;

string Shown()
{
  ${shownHistory[platform]}
}

int OnInit()
{
  timed = EventSetTimer(1);
  return INIT_SUCCEEDED;
}

void OnTick()
{
  if (!timed)
    timed = EventSetTimer(1);
}

void OnTimer()
{
  turns++;
  if (InpToken == "texts")
  {
    ArrayResize(cells, 1);
    Comment(unset == "" ? "same" : "other", " ", cells[0] == "" ? "same" : "other", " ", StringLen(unset), " [", unset, "] ",
            unset + "" == "" ? "same" : "other", " ", StringSubstr("a", 1) == "" ? "same" : "other");
    return;
  }
  if (InpToken == "request")
  {
    char data[];
    char result[];
    string headers = "";
    int status = WebRequest("POST", InpApiUrl, "", 5000, data, result, headers);
    Comment(status, " ", GetTickCount());
    return;
  }
  if (InpToken == "turns")
  {
    Comment(turns);
    return;
  }
  long login = AccountInfoInteger(ACCOUNT_LOGIN);
  Comment(login > 0 ? "login" : "none", " [", AccountInfoString(ACCOUNT_SERVER), "] [", AccountInfoString(ACCOUNT_CURRENCY), "] ",
          (int)AccountInfoInteger(ACCOUNT_TRADE_MODE), " ", DoubleToString(AccountInfoDouble(ACCOUNT_BALANCE), 2), " ",
          DoubleToString(AccountInfoDouble(ACCOUNT_EQUITY), 2), " ", DoubleToString(AccountInfoDouble(ACCOUNT_MARGIN_FREE), 2), " ", Shown(), " ",
          ${platform === 'MT4' ? 'OrdersTotal()' : 'PositionsTotal()'});
}
`

const site = 'https://broker.example'

async function ready(platform: Platform): Promise<Terminal> {
  const terminal = await startTerminal({
    platform,
    clock: settableClock('2026-11-20T10:00:00Z'),
    sites: { [site]: 'http://127.0.0.1:1' },
    sources: () => advisor(platform),
    inputs: { InpApiUrl: `${site}/`, InpIntervalSeconds: 300 },
  })
  afterAll(() => terminal.kill())
  return terminal
}

describe.each(['MT4', 'MT5'] as const)('%s', (platform) => {
  test('data that the broker has not sent yet are empty: no amounts, no currency, a demo account, no records', async () => {
    const terminal = await ready(platform)
    const { account } = terminal
    account.deposit(1000)
    account.open('EURUSD', 'buy', 0.1)
    const records = platform === 'MT4' ? 1 : 2
    await terminal.attach()
    terminal.loggedIn = false
    await terminal.advance(1)
    expect(terminal.chart).toBe('none [] [] 0 0.00 0.00 0.00 0 0')
    terminal.loggedIn = true
    terminal.missing = ['amounts', 'currency', 'trade_mode', 'history', 'positions']
    await terminal.advance(1)
    expect(terminal.chart).toBe('login [Broker-Live] [] 0 0.00 0.00 0.00 0 0')
    terminal.missing = ['history']
    await terminal.advance(1)
    expect(terminal.chart).toBe('login [Broker-Live] [EUR] 2 1000.00 1000.00 1000.00 0 1')
    terminal.missing = []
    await terminal.advance(1)
    expect(terminal.chart).toBe(`login [Broker-Live] [EUR] 2 1000.00 1000.00 1000.00 ${records} 1`)
  })
  test('a timer that could not be set never runs, until it is set again', async () => {
    const terminal = await ready(platform)
    terminal.failing = ['EventSetTimer']
    await terminal.attach({ InpToken: 'turns' })
    await terminal.advance(10)
    expect(terminal.chart).toBe('')
    terminal.failing = []
    await terminal.advance(10)
    expect(terminal.chart).toBe('9')
  })
  test('an answer may take longer than the time-out, and another chart lives on meanwhile', async () => {
    const terminal = await ready(platform)
    terminal.network = () => ({ status: 200, headers: [], body: Buffer.alloc(0) })
    await terminal.attach({ InpToken: 'request' })
    const other = await terminal.attach({ InpToken: 'turns' })
    terminal.latency = 40_000
    await terminal.advance(20)
    expect([terminal.chart, other.text]).toEqual(['200 7241000', '20'])
    await terminal.advance(30)
    expect([terminal.requests.length, other.text]).toEqual([2, '50'])
    terminal.network = () => 'timeout'
    await terminal.advance(80)
    expect(terminal.chart).toMatch(/^-1 /)
    expect(terminal.requests.at(-1)?.ended).toBe((terminal.requests.at(-1)?.at ?? 0) + 40_000)
  })
  test('a text without a value is not the empty text', async () => {
    const terminal = await ready(platform)
    await terminal.attach({ InpToken: 'texts' })
    await terminal.advance(1)
    expect(terminal.chart).toBe('other other 0 [] same same')
  })
})

test('MT5: a selection of the history that fails leaves an empty list', async () => {
  const terminal = await ready('MT5')
  terminal.account.deposit(1000)
  await terminal.attach()
  await terminal.advance(1)
  expect(terminal.chart).toMatch(/ 1 0$/)
  terminal.failing = ['HistorySelect']
  await terminal.advance(1)
  expect(terminal.chart).toMatch(/ no 0$/)
})
