import { expect, test } from 'vitest'
import { awaitMails, noMailServer, tokenIn } from '../testing/mailbox.ts'
import { authScene, goodRegistration } from '../testing/scene.ts'
import { waitWords } from './attempts.ts'

const { password } = goodRegistration
const SECOND = 1_000
const HOUR = 3_600_000

/** The way of somebody who has a hundred addresses and all the time: guesses as soon as a wait is over. */
async function besiege(
  scene: Awaited<ReturnType<typeof authScene>>,
  names: readonly string[],
  guesses: number,
  pauseMs = 6 * SECOND,
) {
  const looked = { count: 0, waits: 0, locked: 0 }
  for (let guess = 0; guess < guesses; guess++) {
    const body = { email: names[guess % names.length], password: `tentativo-${guess}` }
    const answer = await scene.login(body, {}, `203.0.${guess % 4}.${guess % 100}`)
    if (answer.statusCode === 401) looked.count += 1
    else if (answer.json<{ error_type: string }>().error_type === 'SIGN_IN_LOCKED') looked.locked += 1
    else looked.waits += 1
    scene.kernel.clock.advance(pauseMs)
  }
  return looked
}

test('of 10,000 guesses from 100 addresses at e-mail and username 100 are looked at; then only a new password by mail opens', async () => {
  const scene = await authScene(noMailServer)
  await scene.register()
  const looked = await besiege(scene, ['anna@example.com', 'anna.verdi'], 10_000)
  // 16 hours and 40 minutes: the growing wait alone lets 70 of each name through.
  expect(looked.count).toBe(100)
  expect(looked.locked).toBeGreaterThan(1_000)
  expect(looked.count + looked.waits + looked.locked).toBe(10_000)

  const refused = await scene.login({ email: 'anna@example.com', password }, {}, '192.0.2.1')
  expect([refused.statusCode, refused.json<{ error_type: string }>().error_type]).toEqual([429, 'SIGN_IN_LOCKED'])
  expect(refused.json<{ detail: string }>().detail).toContain('Password dimenticata?')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  // Time alone does not open it.
  scene.kernel.clock.advance(30 * 24 * HOUR)
  expect((await scene.login({ email: 'ANNA@example.com', password }, {}, '192.0.2.1')).statusCode).toBe(429)

  await scene.post('/api/auth/forgot-password', { email: 'anna@example.com' })
  const token = tokenIn((await awaitMails(scene.kernel, 'anna@example.com', 1)).at(-1))
  const next = 'montagna-lampada-77'
  await scene.post('/api/auth/reset-password', { token, new_password: next, confirm_password: next })
  for (const name of ['anna@example.com', 'anna.verdi'])
    expect((await scene.login({ email: name, password: next }, {}, '192.0.2.1')).statusCode).toBe(200)
})

test('a name that nobody has is locked just the same', async () => {
  const scene = await authScene(noMailServer)
  await scene.register()
  const answers: string[][] = []
  for (const email of ['anna@example.com', 'nessuno@example.com']) {
    const seen: string[] = []
    for (let guess = 0; guess < 53; guess++) {
      const answer = await scene.login({ email, password: 'x' }, {}, `203.0.113.${guess}`)
      seen.push(
        `${answer.statusCode} ${answer.body.replace(/"request_id":"[^"]*"/, '')} ${String(answer.headers['retry-after'])}`,
      )
      scene.kernel.clock.advance(15 * 60 * SECOND)
    }
    answers.push(seen)
  }
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.filter((each) => each.includes('SIGN_IN_LOCKED'))).toHaveLength(3)
})

test('a right password in between begins the row anew', async () => {
  const scene = await authScene(noMailServer)
  await scene.register()
  for (let round = 0; round < 3; round++) {
    await besiege(scene, ['anna@example.com'], 300)
    scene.kernel.clock.advance(24 * HOUR)
    expect((await scene.login({ email: 'anna@example.com', password })).statusCode).toBe(200)
  }
})

test('without mail nobody is locked out for good, and the wait guards alone: four guesses an hour', async () => {
  const scene = await authScene()
  await scene.register()
  const looked = await besiege(scene, ['anna@example.com'], 2_500, 24 * SECOND)
  expect(looked.locked).toBe(0)
  expect(looked.count).toBeLessThan(5 + 6 + 4 * 17)
  scene.kernel.clock.advance(15 * 60 * SECOND)
  expect((await scene.login({ email: 'anna@example.com', password })).statusCode).toBe(200)
})

test('a wrong password takes as long as a name that nobody has', async () => {
  const scene = await authScene({ RATE_LIMITS: 'off' })
  await scene.register()
  const time = async (email: string) => {
    const from = performance.now()
    await scene.login({ email, password: 'sbagliata-42' })
    return performance.now() - from
  }
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
  await time('nessuno@example.com')
  // In pairs, so that whatever else the machine does weighs on both; a busy moment is measured again, a way that tells is told by all.
  const distances: number[] = []
  for (let measurement = 0; measurement < 8; measurement++) {
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let pair = 0; pair < 60; pair++) {
      const order = pair % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
      for (const each of order)
        times[each].push(await time(each === 'known' ? 'anna@example.com' : 'nessuno@example.com'))
    }
    distances.push(Math.abs(median(times.known) / median(times.unknown) - 1))
    if ((distances.at(-1) ?? 1) < 0.1) break
  }
  expect(Math.min(...distances)).toBeLessThan(0.1)
})

test('a wait is said in words, and never too short', () => {
  expect([1, 30, 59, 60, 61, 900, 3_599, 3_600, 3_601].map(waitWords)).toEqual([
    '1 secondo',
    '30 secondi',
    '59 secondi',
    '1 minuto',
    '2 minuti',
    '15 minuti',
    '60 minuti',
    '1 ora',
    '2 ore',
  ])
})
