import { describe, expect, test } from 'vitest'
import { syncRequest, type SyncRequest } from '#features/ea/sync-contract.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { openDesk } from './desk.ts'

/** The advisors' requests match the contract: no unknown key, no missing key. */

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const desk = await openDesk(kernel)

/** Keys of an object and, for objects and lists of objects in it, their keys: `history.items.ticket`. */
function keysOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => (typeof each === 'object' ? keysOf(each, path) : []))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [`${path}${key}`, ...keysOf(inner, `${path}${key}.`)])
}

const unique = (keys: string[]) => [...new Set(keys)].toSorted()

/** Every key of the contract for one platform. */
function contractKeys(platform: 'MT4' | 'MT5'): string[] {
  const { shape } = syncRequest
  const { history, ...blocks } = shape
  const [mt4, mt5] = history.def.options
  const named: [string, unknown][] = [...Object.entries(blocks), ['history', platform === 'MT4' ? mt4 : mt5]]
  const keys = named.flatMap(([key, schema]) => [key, ...schemaKeys(schema, `${key}.`)])
  const absent = platform === 'MT4' ? ['time.server', 'account.margin_mode'] : ['snapshot.positions.commission']
  return unique(keys.filter((key) => !absent.includes(key)))
}

interface Definition {
  innerType?: { def: Definition }
  element?: { def: Definition }
  shape?: Record<string, { def: Definition }>
}

function schemaKeys(schema: unknown, path: string): string[] {
  const { def } = schema as { def: Definition }
  const inner = def.innerType ?? def.element
  if (inner !== undefined) return schemaKeys(inner, path)
  return Object.entries(def.shape ?? {}).flatMap(([key, each]) => [
    `${path}${key}`,
    ...schemaKeys(each, `${path}${key}.`),
  ])
}

describe.each(['MT4', 'MT5'] as const)('%s', (platform) => {
  test('sends every key of the contract and no other', async () => {
    const { terminal } = await desk.terminal(platform)
    const { account } = terminal
    account.deposit(1000)
    account.close(account.open('EURUSD', 'buy', 0.2), { lots: 0.1 })
    account.pending('TT-ABC123')
    account.open('XAUUSD', 'sell', 0.01, { sl: 3100, tp: 2900, magic: '7' })
    await terminal.attach()
    await terminal.advance(60)
    terminal.network = () => 'unreachable'
    await terminal.advance(1200)
    terminal.network = null
    await terminal.advance(900)
    expect(terminal.requests.at(-1)?.status).toBe(200)
    const sent = terminal.requests.map(({ body }) => body as SyncRequest)
    expect(unique(sent.flatMap((body) => keysOf(body)))).toEqual(contractKeys(platform))
  })
  test('adds up profit, swap, commission and fee, and counts credit without its money', async () => {
    const { terminal, trader } = await desk.terminal(platform)
    const { account } = terminal
    account.deposit(1000)
    account.credit(250)
    const id = account.open('EURUSD', 'buy', 0.1, { commission: -0.7, fee: -0.05, sl: 1.09, tp: 1.2 })
    account.close(id, { profit: 12.34, swap: -1.11, commission: -0.7, fee: -0.3 })
    account.cancel(account.pending('later'))
    await terminal.attach()
    await terminal.advance(60)
    const body = terminal.requests.at(-1)?.body as SyncRequest
    expect(body.ledger).toEqual(account.ledger())
    expect(body.ledger.net).toBe(platform === 'MT4' ? 1010.53 : 1009.48)
    expect(body.snapshot).toMatchObject({ balance: body.ledger.net, credit: 250 })
    expect(await desk.stored(trader)).toMatchObject({
      balance: body.ledger.net,
      credit: 250,
      records: body.ledger.count,
    })
  })
  test('sends one JSON text in UTF-8 with its token, whatever names and comments hold', async () => {
    const company = 'Società "Più" \\ S.p.A. €'
    const { terminal, trader } = await desk.terminal(platform, { company })
    const comment = 'tab\t line\n "quoted" \\ è € 日本 😀'
    terminal.account.deposit(1000, { comment })
    await terminal.attach()
    await terminal.advance(60)
    const newest = terminal.requests.at(-1)
    expect(newest?.raw.toString('utf8').endsWith('}')).toBe(true)
    expect(newest?.headers).toEqual({ 'Content-Type': 'application/json', Authorization: `Bearer ${trader.token}` })
    const body = newest?.body as SyncRequest
    expect(body.account.company).toBe(company)
    expect(body.history.items).toEqual(terminal.account.history)
    expect(body.history.items[0]?.comment).toBe(comment)
    expect((await desk.stored(trader)).records).toBe(1)
  })
  test('leaves out missing values, and nothing else', async () => {
    const { terminal } = await desk.terminal(platform)
    terminal.account.deposit(1000)
    await terminal.attach()
    await terminal.advance(30)
    const [first] = terminal.requests
    const missing = contractKeys(platform).filter((key) => !keysOf(first?.body).includes(key))
    const optional = /^(points|orders|snapshot\.positions|history\.items)\b/
    expect(missing.filter((key) => !optional.test(key))).toEqual([])
    expect(syncRequest.safeParse(first?.body).success).toBe(true)
  })
})
