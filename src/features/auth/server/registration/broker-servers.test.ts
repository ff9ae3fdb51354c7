import { expect, test, vi } from 'vitest'
import { asOwner } from '#server/testing/database.ts'
import { person } from '#server/testing/people.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { registerBrokerServerRoute } from './broker-servers.ts'

const kernel = await testKernel()
const { sql, clock, secrets } = kernel
const app = await testApp(kernel, registerBrokerServerRoute)

let accounts = 0
async function account(
  server: string,
  state: { closed?: boolean; synced?: boolean; of?: string } = {},
): Promise<string> {
  accounts += 1
  const traderId = state.of ?? (await person(kernel, `trader${accounts}`)).trader_id
  const at = new Date(clock.now()).toISOString()
  await sql`
    insert into trading_account (account_id, trader_id, platform, server, login, company, currency, digits, trade_mode,
                                 bound_at, closed_at, last_receipt_at, ea_version, first_snapshot_at, intake)
    values (${secrets.newId()}, ${traderId}, 'MT5', ${server}, ${`7000${accounts}`}, 'Broker', 'EUR', 2, 'real', ${at},
            ${state.closed ? at : null}, ${at}, '1.0.0', ${state.synced === false ? null : at}, '{}')`
  return traderId
}
/** Bound accounts of as many traders as a name needs to be listed. */
async function shared(server: string, state: { closed?: boolean; synced?: boolean } = {}): Promise<void> {
  for (let each = 0; each < 3; each += 1) await account(server, state)
}
const request = (q: string) => app.inject({ method: 'GET', url: `/api/broker-servers?q=${encodeURIComponent(q)}` })
const found = async (q: string) => (await request(q)).json<{ servers: string[] }>().servers

await shared('ICMarketsSC-Live07')
await account('ICMarketsSC-Live12')
await account('ICMarketsSC-Live12')
await account('icmarketssc-live12')
await shared('Pepperstone-Edge05')
await shared('Mario Rossi, via Roma 1; tel. 333')
await shared('https://evil.example/<b>')
await shared('Chiuso-Live', { closed: true })
await shared('MaiVisto-Live', { synced: false })
await account('Due-Live')
await account('Due-Live')
await account('Due-Live', { closed: true })
const one = await account('Solo-Live', { closed: true })
for (let each = 0; each < 3; each += 1) await account('Solo-Live', { of: one, closed: each < 2 })
for (let each = 1; each <= 12; each += 1) await shared(`Tanti-Live${each}`)

test.each([
  ['icm', ['ICMarketsSC-Live07', 'ICMarketsSC-Live12']],
  ['IC Markets live', ['ICMarketsSC-Live07', 'ICMarketsSC-Live12']],
  ['live12 icm', ['ICMarketsSC-Live12']],
  ['edge', ['Pepperstone-Edge05']],
  ['ＰＥＰＰＥＲ', ['Pepperstone-Edge05']],
  ['p', []],
  ['-', []],
  ['--', []],
  ['', []],
  ['chiuso', []],
  ['maivisto', []],
  ['due', []],
  ['solo', []],
  ['mario', []],
  ['evil', []],
  ['%', []],
])('%j finds %j', async (q, servers) => {
  expect((await found(q)).toSorted()).toEqual(servers)
})

test('ten at most, and nothing but names', async () => {
  const answer = await request('tanti')
  expect(answer.json<{ servers: string[] }>().servers).toHaveLength(10)
  expect(Object.keys(answer.json<object>())).toEqual(['servers'])
  expect(answer.body).not.toMatch(/7000|trader/)
})

test('a text that is too long, or sent twice, is refused', async () => {
  expect((await request('x'.repeat(101))).statusCode).toBe(422)
  expect((await app.inject({ method: 'GET', url: '/api/broker-servers?q=ic&q=pe' })).statusCode).toBe(422)
  expect((await app.inject({ method: 'GET', url: '/api/broker-servers' })).json()).toEqual({ servers: [] })
})

test('the answer may be cached for five minutes, by the server too', async () => {
  expect((await request('icm')).headers['cache-control']).toBe('public, max-age=300')
  await shared('Nuovo-Live')
  expect(await found('nuovo')).toEqual([])
  clock.advance(5 * MINUTE_MS)
  expect(await found('nuovo')).toEqual(['Nuovo-Live'])
})

test('a list that could not be read is read again', async () => {
  clock.advance(5 * MINUTE_MS)
  await asOwner(kernel, (own) => own`alter table trading_account rename to away`)
  expect((await request('icm')).statusCode).toBe(500)
  await asOwner(kernel, (own) => own`alter table away rename to trading_account`)
  await vi.waitFor(async () => expect(await found('icm')).toHaveLength(2))
})
