import { expect, test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import { guessPasswords } from '../../testing/guesses.ts'
import { awaitMails, noMailServer, tokenIn } from '../../testing/mailbox.ts'
import { authScene, goodRegistration } from '../../testing/scene.ts'

const { password } = goodRegistration
const SECOND = 1_000

test('among 10,000 guesses from 100 addresses at e-mail and username 100 are checked; then only a new password by mail opens', async () => {
  const scene = await authScene(noMailServer)
  await scene.register()
  const counts = await guessPasswords(scene, ['anna@example.com', 'anna.verdi'], 10_000)
  // 16 hours and 40 minutes: the growing wait alone lets 70 of each name through.
  expect(counts.compared).toBe(100)
  expect(counts.locked).toBeGreaterThan(1_000)
  expect(counts.compared + counts.waits + counts.locked).toBe(10_000)

  const refused = await scene.login({ email: 'anna@example.com', password }, {}, '192.0.2.1')
  expect([refused.statusCode, refused.json<{ error_type: string }>().error_type]).toEqual([429, 'SIGN_IN_LOCKED'])
  expect(refused.json<{ detail: string }>().detail).toContain('Password dimenticata?')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  // Time alone does not open it.
  scene.kernel.clock.advance(30 * DAY_MS)
  expect((await scene.login({ email: 'ANNA@example.com', password }, {}, '192.0.2.1')).statusCode).toBe(429)

  await scene.post('/api/auth/forgot-password', { email: 'anna@example.com' })
  const token = tokenIn((await awaitMails(scene.kernel, 'anna@example.com', 1)).at(-1))
  const next = 'montagna-lampada-77'
  await scene.post('/api/auth/reset-password', { token, new_password: next, confirm_password: next })
  for (const name of ['anna@example.com', 'anna.verdi'])
    expect((await scene.login({ email: name, password: next }, {}, '192.0.2.1')).statusCode).toBe(200)
})

test('without mail no name is locked for good, and the delay guards alone: four guesses an hour', async () => {
  const scene = await authScene()
  await scene.register()
  const counts = await guessPasswords(scene, ['anna@example.com'], 2_500, 24 * SECOND)
  expect(counts.locked).toBe(0)
  expect(counts.compared).toBeLessThan(5 + 6 + 4 * 17)
  scene.kernel.clock.advance(15 * 60 * SECOND)
  expect((await scene.login({ email: 'anna@example.com', password })).statusCode).toBe(200)
})
