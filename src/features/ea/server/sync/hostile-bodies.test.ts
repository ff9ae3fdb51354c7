import { expect, test, vi } from 'vitest'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { replacedTokenMessage, syncBodyLimit, syncRequest } from '../../sync-contract.ts'
import { eaStatus } from '../service.ts'
import { makeTrader, newLogin, syncRequestOf } from '../testing/world.ts'

const kernel = await testKernel({ env: { EA_MIN_INTERVAL_S: '0' } })
const app = await testApp(kernel, registerCheckedEa)
const { clock, secrets } = kernel

const stranger = () => secrets.newToken('tt_ea_')

async function send(token: string, body: unknown, address = '198.51.100.1') {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/ea/sync',
    remoteAddress: address,
    headers: { authorization: `Bearer ${token}` },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: reply.statusCode, body: reply.json<{ code: string; retry_after: number; errors?: string[] }>() }
}

/** A body of the right outer shape whose records are all wrong. */
const wrongRecords = (records: number) => {
  const request = syncRequestOf({ now: clock.now() })
  return { ...request, history: { ...request.history, items: Array.from({ length: records }, () => ({})) } }
}

test('the body of an unknown token is not read', async () => {
  const body = JSON.stringify(wrongRecords(5_000))
  const parse = vi.spyOn(JSON, 'parse')
  expect((await send(stranger(), body)).status).toBe(401)
  expect(parse.mock.calls.filter(([text]) => text.length === body.length)).toEqual([])
  const { token } = await makeTrader(kernel)
  expect((await send(token, body)).status).toBe(422)
  expect(parse.mock.calls.filter(([text]) => text.length === body.length)).toHaveLength(1)
  parse.mockRestore()
})

test('an address may try sixty unknown tokens in a minute; advisors that are known go on behind it', async () => {
  const address = '198.51.100.2'
  const login = newLogin()
  const { token } = await makeTrader(kernel)
  const sync = (seq: number) => send(token, syncRequestOf({ now: clock.now(), login, seq }), address)
  expect((await sync(1)).status).toBe(200)
  for (let tried = 0; tried < 60; tried += 1) expect((await send(stranger(), '{', address)).status).toBe(401)
  const refused = await send(stranger(), '{', address)
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
  expect(refused.body.retry_after).toBeGreaterThanOrEqual(30)
  expect((await sync(2)).status).toBe(200)
  expect((await send(stranger(), '{', '198.51.100.3')).status).toBe(401)
  clock.advance(61_000)
  expect((await send(stranger(), '{', address)).status).toBe(401)
})

test('known advisors that come back together count against no budget', async () => {
  for (let index = 0; index < 65; index += 1) {
    const { token } = await makeTrader(kernel)
    const reply = await send(token, syncRequestOf({ now: clock.now() }), '198.51.100.4')
    expect(reply.status).toBe(200)
  }
})

test('the bodies of a token are read no more after ten refusals in a minute', async () => {
  const { token } = await makeTrader(kernel)
  for (let refused = 0; refused < 10; refused += 1) expect((await send(token, { v: 1 })).status).toBe(422)
  expect(await send(token, { v: 1 })).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
  clock.advance(61_000)
  expect((await send(token, syncRequestOf({ now: clock.now() }))).status).toBe(200)
})

test('a token may send sixteen megabytes in a minute', async () => {
  const { token } = await makeTrader(kernel)
  const login = newLogin()
  const padding = 'x'.repeat(syncBodyLimit - 4096)
  const sync = (seq: number) => send(token, { ...syncRequestOf({ now: clock.now(), login, seq }), padding })
  for (let seq = 1; seq <= 33; seq += 1) expect((await sync(seq)).status).toBe(200)
  expect((await sync(34)).status).toBe(429)
})

test('a check ends at the first fifty errors of the whole body', async () => {
  const { token } = await makeTrader(kernel)
  const { body } = await send(token, wrongRecords(5_000))
  expect(body.errors).toHaveLength(51)
  expect(body.errors?.at(-1)).toBe('… e altri errori.')
  const { snapshot, ...rest } = wrongRecords(5_000)
  const issuesOf = (lists: { positions: number; points: number; orders: number }) => {
    const zeros = (length: number) => Array.from({ length }, () => 0)
    const wrong = {
      ...rest,
      snapshot: { ...snapshot, positions: zeros(lists.positions) },
      points: zeros(lists.points),
      orders: zeros(lists.orders),
    }
    const issues = syncRequest.safeParse(wrong).error?.issues ?? []
    return Object.entries(Object.groupBy(issues, ({ path }) => String(path[0]))).map(([list, each]) => [
      list,
      each?.length,
    ])
  }
  expect(issuesOf({ positions: 100, points: 288, orders: 100 })).toEqual([['snapshot', 50]])
  // The record with the fiftieth error is checked to its end.
  expect(issuesOf({ positions: 20, points: 20, orders: 100 })).toEqual([
    ['snapshot', 20],
    ['points', 20],
    ['history', 12],
  ])
  // Each body has a budget of its own.
  expect(issuesOf({ positions: 0, points: 0, orders: 100 })).toEqual([['history', 60]])
})

test('a body of zeros with a letter behind them is refused at once', async () => {
  const { token } = await makeTrader(kernel)
  expect((await send(token, `${'\0'.repeat(syncBodyLimit - 1)}x`)).status).toBe(400)
})

test('a remembered token that was replaced is refused, and its owner reads that it is still sent', async () => {
  const trader = await makeTrader(kernel)
  const login = newLogin()
  expect((await send(trader.token, syncRequestOf({ now: clock.now(), login }))).status).toBe(200)
  await app.inject({ method: 'POST', url: '/api/generate-ea-token', headers: trader.headers })
  clock.advance(1_000)
  expect((await send(trader.token, syncRequestOf({ now: clock.now(), login, seq: 2 }))).status).toBe(401)
  const status = await eaStatus(kernel, trader.trader_id, { withToken: true })
  expect(status?.last_error).toBe(replacedTokenMessage)
})
