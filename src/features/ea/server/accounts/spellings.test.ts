import { expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { makeTrader, newLogin, sendSync, syncRequestOf } from '../testing/world.ts'
import { storeTraces } from './erased-bindings.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const app = await testApp(kernel, registerCheckedEa)
const now = () => kernel.clock.now()
const mismatch = { status: 409, body: { code: 'ACCOUNT_MISMATCH' } }

test.each([
  ['with a leading zero in the number of its server', { server: 'Omega-Live 02' }],
  ['with more zeros and no blank', { server: 'omegalive 0002' }],
  ['under the other platform', { platform: 'MT4' as const }],
  ['under the other platform, with a zero', { platform: 'MT4' as const, server: 'Omega-Live 02' }],
])('one account is one %s', async (_how, other) => {
  const [one, two] = [await makeTrader(kernel), await makeTrader(kernel)]
  const named = { now: now(), login: newLogin(), server: 'Omega-Live 2' }
  expect((await sendSync(app, one.token, syncRequestOf(named))).status).toBe(200)
  expect(await sendSync(app, two.token, syncRequestOf({ ...named, ...other }))).toMatchObject(mismatch)
})

test('the own server in another spelling is the same account', async () => {
  const trader = await makeTrader(kernel)
  const named = { now: now(), login: newLogin() }
  for (const [index, server] of ['Omega-Live 2', 'Omega-Live 02', 'omegalive 002', 'Omega-Live 2'].entries()) {
    const reply = await sendSync(app, trader.token, syncRequestOf({ ...named, server, seq: index + 1 }))
    expect([server, reply.status]).toEqual([server, 200])
  }
  const other = syncRequestOf({ ...named, server: 'Omega-Live 20', seq: 5 })
  expect(await sendSync(app, trader.token, other)).toMatchObject(mismatch)
})

test('a trace of an erased account from before zeros were left out is found, under either platform', async () => {
  const login = newLogin()
  const erased = { platform: 'MT5', server_key: 'omegalive02', login, released_to: null }
  await kernel.sql.begin((tx) => storeTraces(tx, kernel, [erased], new Date(now()).toISOString()))
  for (const other of [{ server: 'Omega-Live 02' }, { server: 'Omega-Live 2', platform: 'MT4' as const }]) {
    const trader = await makeTrader(kernel)
    const reply = await sendSync(app, trader.token, syncRequestOf({ now: now(), login, ...other }))
    expect(reply).toMatchObject({ status: 409, body: { message: expect.stringContaining('account eliminato') } })
  }
})

test.each(['Omega-Live 20', 'Omega-Live 12', 'Omega-Live'])(
  '%s is another server than Omega-Live 2',
  async (server) => {
    const [one, two] = [await makeTrader(kernel), await makeTrader(kernel)]
    const login = newLogin()
    await sendSync(app, one.token, syncRequestOf({ now: now(), login, server: 'Omega-Live 2' }))
    expect((await sendSync(app, two.token, syncRequestOf({ now: now(), login, server }))).status).toBe(200)
  },
)
