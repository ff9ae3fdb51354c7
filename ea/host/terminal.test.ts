import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { settableClock } from '#server/testing/clock.ts'
import { startTerminal, type Terminal } from './terminal.ts'
import type { Platform } from './translate.ts'

/** The host's rules for a terminal, shown by a small advisor that does what its token says. */

const trim = { MT4: 'text = StringTrimLeft(text);', MT5: 'StringTrimLeft(text);' }
const history = {
  MT4: 'Comment(OrdersHistoryTotal());',
  MT5: 'int before = HistoryDealsTotal(); HistorySelect(0, TimeCurrent() + 86400); int all = HistoryDealsTotal(); HistoryDealSelect(HistoryDealGetTicket(0)); Comment(before, " ", all, " ", HistoryDealsTotal());',
}

function advisor(platform: Platform): string {
  return `
#property strict
input string InpApiUrl = "";
input string InpToken = "";
input int InpIntervalSeconds = 300;
int starts = 0;
char reply_body[];

void Post(const string text, const bool cut)
{
  char data[];
  string headers = "";
  int size = StringToCharArray(text, data, 0, WHOLE_ARRAY, CP_UTF8);
  if (cut)
    ArrayResize(data, size - 1);
  ResetLastError();
  int status = WebRequest("POST", InpApiUrl, "Content-Type: text/plain\\r\\n", 5000, data, reply_body, headers);
  int first = GetLastError();
  int second = GetLastError();
  Comment(status, " ", first, " ", second, " ", ArraySize(reply_body), " ", CharArrayToString(reply_body, 0, WHOLE_ARRAY, CP_UTF8), "\\n", headers);
}

int OnInit()
{
  starts++;
  EventSetTimer(1);
  return InpToken == "refuse" ? INIT_FAILED : INIT_SUCCEEDED;
}

void OnDeinit(const int reason)
{
  if (InpToken == "post at the end")
    Post("x", true);
  if (InpToken == "slow end")
    Sleep(2600);
}

void OnTick()
{
  if (InpToken == "post on a tick")
    Post("x", true);
}

void OnTimer()
{
  int cells[];
  int zero = ArraySize(cells);
  if (InpToken == "cut")
    Post("\\x00e8", true);
  if (InpToken == "zero")
    Post("ab", false);
  if (InpToken == "long then short")
    Post(ArraySize(reply_body) == 0 ? "longer text" : "x", true);
  if (InpToken == "range")
    Comment(cells[0]);
  if (InpToken == "divide")
    Comment(10 / zero);
  if (InpToken == "starts")
    Comment(starts, " ", InpIntervalSeconds);
  if (InpToken == "clocks")
    Comment(TimeToString(TimeCurrent(), TIME_DATE | TIME_SECONDS), " ", TimeToString(TimeGMT(), TIME_SECONDS), " ", GetTickCount());
  if (InpToken == "trim")
  {
    string text = "  a";
    ${trim[platform]}
    Comment(text, StringLen(text));
  }
  if (InpToken == "history")
  {
    ${history[platform]}
  }
  if (InpToken == "leave")
    ExpertRemove();
}
`
}

const received: Buffer[] = []
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    received.push(Buffer.concat(parts))
    if (request.url === '/silent') return
    if (request.url === '/broken') return void request.socket.destroy()
    if (request.url === '/round') return void response.writeHead(302, { location: '/round' }).end()
    if (request.url === '/moved') response.writeHead(302, { location: '/there' }).end()
    else
      response
        .writeHead(request.url === '/wrong' ? 422 : 200, { 'x-ea-code': 'OK' })
        .end(`${request.method} ${Buffer.concat(parts).toString()}`)
  })
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
const port = (server.address() as AddressInfo).port
const site = 'https://broker.example'
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function ready(platform: Platform): Promise<Terminal> {
  const terminal = await startTerminal({
    platform,
    clock: settableClock('2026-11-20T10:00:00Z'),
    sites: { [site]: `http://127.0.0.1:${port}` },
    sources: () => advisor(platform),
    inputs: { InpApiUrl: `${site}/echo`, InpIntervalSeconds: 300 },
  })
  afterAll(() => terminal.kill())
  return terminal
}

async function shown(terminal: Terminal, token: string, url = `${site}/echo`): Promise<string> {
  await terminal.attach({ InpToken: token, InpApiUrl: url })
  await terminal.advance(1)
  return terminal.chart
}

describe.each(['MT4', 'MT5'] as const)('%s', (platform) => {
  test('char arrays carry their final zero, and results never shrink', async () => {
    expect(await shown(await ready(platform), 'zero')).toMatch(/^200 0 0 8 POST ab/)
    expect(received.at(-1)).toEqual(Buffer.from('ab\0'))
    const terminal = await ready(platform)
    expect(await shown(terminal, 'long then short')).toMatch(/^200 0 0 16 POST longer text/)
    await terminal.advance(1)
    expect(terminal.chart).toMatch(/^200 0 0 16 POST xonger text/)
  })
  test('only addresses of the list are reached, and the last error says so', async () => {
    const terminal = await ready(platform)
    terminal.allowed = ['https://broker.example:8443', 'http://broker.example']
    const code = platform === 'MT4' ? '4060 0' : '4014 4014'
    expect(await shown(terminal, 'cut')).toMatch(new RegExp(`^-1 ${code} 0`))
    terminal.allowed = [site]
    await terminal.advance(1)
    expect(terminal.chart).toMatch(/^200 0 0/)
    terminal.tester = true
    await terminal.advance(1)
    expect(terminal.chart).toMatch(platform === 'MT4' ? /^-1 4059/ : /^-1 4014/)
  })
  test('invalid, unreachable and silent sites have errors of their own', async () => {
    expect(await shown(await ready(platform), 'cut', 'broker.example/echo')).toMatch(/^-1 5200/)
    const away = await ready(platform)
    away.allowed = ['https://nobody.example']
    expect(await shown(away, 'cut', 'https://nobody.example/')).toMatch(/^-1 5201/)
    for (const path of ['broken', 'round']) {
      expect(await shown(await ready(platform), 'cut', `${site}/${path}`)).toMatch(/^-1 5203/)
    }
    const silent = await ready(platform)
    silent.patience = 100
    const before = silent.clock.now()
    expect(await shown(silent, 'cut', `${site}/silent`)).toMatch(/^-1 5202/)
    expect(silent.clock.now() - before).toBe(6000)
    silent.modern = true
    await silent.advance(1)
    expect(silent.chart).toMatch(/^1003 5202/)
  })
  test('redirects are followed silently, and drop the body', async () => {
    expect(await shown(await ready(platform), 'cut', `${site}/moved`)).toMatch(/^200 0 0 4 GET /)
  })
  test('bodies of errors may be empty; header names come in any case', async () => {
    const terminal = await ready(platform)
    terminal.emptyErrorBodies = true
    expect(await shown(terminal, 'cut', `${site}/wrong`)).toMatch(/^422 0 0 0 \nX-Ea-Code: OK\r\n/)
    await terminal.advance(1)
    expect(terminal.chart).toContain('x-ea-code: OK\r\n')
  })
  test.each([
    ['a request while being removed', 'post at the end', 'WebRequest in OnDeinit'],
    ['a request on a tick', 'post on a tick', 'WebRequest in OnTick'],
    ['a removal over 2.5 s', 'slow end', 'longer than 2.5 seconds'],
    ['a cell outside its array', 'range', 'array out of range'],
    ['a division by zero', 'divide', 'zero divide'],
  ])('%s is an error', async (_, token, message) => {
    const terminal = await ready(platform)
    const chart = await terminal.attach({ InpToken: token })
    await expect(terminal.advance(1).then(() => chart.detach())).rejects.toThrow(message)
  })
  test('a text longer than the dialog takes cannot be an input', async () => {
    const terminal = await ready(platform)
    await expect(terminal.attach({ InpToken: 'x'.repeat(247) })).rejects.toThrow('InpToken is longer')
  })
  test('globals survive another symbol, not a restart; inputs may change', async () => {
    const terminal = await ready(platform)
    const chart = await terminal.attach({ InpToken: 'starts' })
    await chart.reinit(3)
    await terminal.advance(1)
    expect(terminal.chart).toBe('2 300')
    await chart.reinit(5, { InpIntervalSeconds: 60 })
    await terminal.advance(1)
    expect(terminal.chart).toBe('3 60')
    await terminal.restart()
    await terminal.advance(1)
    expect(terminal.chart).toBe('1 60')
  })
  test('programs that refuse to start, or that leave, are removed', async () => {
    const terminal = await ready(platform)
    expect((await terminal.attach({ InpToken: 'refuse' })).removed).toBe(true)
    const leaving = await terminal.attach({ InpToken: 'leave' })
    await terminal.advance(1)
    expect(leaving.removed).toBe(true)
  })
  test('the last quote stands still while markets are closed; the tick count knows no jump', async () => {
    const terminal = await ready(platform)
    await terminal.attach({ InpToken: 'clocks' })
    await terminal.advance(10)
    expect(terminal.chart).toBe('2026.11.20 12:00:10 10:00:10 7210000')
    terminal.market = 'closed'
    terminal.pcError = 3600
    await terminal.advance(10)
    expect(terminal.chart).toBe('2026.11.20 12:00:10 11:00:20 7220000')
  })
  test('functions of one name behave as on this platform', async () => {
    expect(await shown(await ready(platform), 'trim')).toBe('a1')
    const terminal = await ready(platform)
    terminal.account.deposit(100)
    terminal.account.deposit(200)
    const cancelled = terminal.account.pending('TT-X')
    terminal.account.cancel(cancelled)
    expect(await shown(terminal, 'history')).toBe(platform === 'MT4' ? '3' : '0 2 1')
    terminal.account.show(terminal.brokerSeconds() + 10)
    await terminal.advance(1)
    expect(terminal.chart).toBe(platform === 'MT4' ? '0' : '1 2 1')
  })
})
