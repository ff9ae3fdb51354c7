import { expect, test } from 'vitest'
import { guessPasswords } from '../../testing/guesses.ts'
import { noMailServer } from '../../testing/mailbox.ts'
import { authScene, goodRegistration } from '../../testing/scene.ts'
import { waitText } from '#server/limits.ts'
import { DAY_MS } from '#shared/dates.ts'

const { password } = goodRegistration
const SECOND = 1_000

test('an unknown name is locked just the same', async () => {
  const scene = await authScene(noMailServer)
  await scene.register()
  const answers: string[][] = []
  for (const email of ['anna@example.com', 'nessuno@example.com']) {
    const statuses: string[] = []
    for (let guess = 0; guess < 53; guess++) {
      const answer = await scene.login({ email, password: 'x' }, {}, `203.0.113.${guess}`)
      statuses.push(
        `${answer.statusCode} ${answer.body.replace(/"request_id":"[^"]*"/, '')} ${String(answer.headers['retry-after'])}`,
      )
      scene.kernel.clock.advance(15 * 60 * SECOND)
    }
    answers.push(statuses)
  }
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.filter((each) => each.includes('SIGN_IN_LOCKED'))).toHaveLength(3)
})

test('a right password in between begins the row anew', async () => {
  const scene = await authScene(noMailServer)
  await scene.register()
  for (let round = 0; round < 3; round++) {
    const { compared } = await guessPasswords(scene, ['anna@example.com'], 30, 15 * 60 * SECOND)
    expect(compared).toBe(30)
    scene.kernel.clock.advance(DAY_MS)
    expect((await scene.login({ email: 'anna@example.com', password })).statusCode).toBe(200)
  }
})

test('a delay is written in words, and never too short', () => {
  expect([1, 30, 59, 60, 61, 900, 3_599, 3_600, 3_601].map(waitText)).toEqual([
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
