import { expect, test } from 'vitest'
import { owaspMinimum } from '#server/settings/passwords.ts'
import { noMailServer } from '../../testing/mailbox.ts'
import { authScene } from '../../testing/scene.ts'

const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

/**
 * How far the median time of one call is from the other's, as a share: the least of up to `most` measurements of sixty pairs.
 * A busy machine disturbs some measurements; a call that tells who is registered differs in all of them.
 */
async function timeDifference(known: () => Promise<unknown>, unknown: () => Promise<unknown>, most = 20) {
  const time = async (call: () => Promise<unknown>) => {
    const from = performance.now()
    await call()
    return performance.now() - from
  }
  const differences: number[] = []
  await unknown()
  while (differences.length < most && !differences.some((each) => each < 0.1)) {
    const knownTimes: number[] = []
    const unknownTimes: number[] = []
    for (let pair = 0; pair < 60; pair++) {
      // In turns, so that the work that one call leaves behind weighs on both.
      if (pair % 2 === 0) {
        knownTimes.push(await time(known))
        unknownTimes.push(await time(unknown))
      } else {
        unknownTimes.push(await time(unknown))
        knownTimes.push(await time(known))
      }
    }
    differences.push(Math.abs(median(knownTimes) / median(unknownTimes) - 1))
  }
  return Math.min(...differences)
}

test('a wrong password takes as long as an unknown name', async () => {
  const scene = await authScene({ RATE_LIMITS: 'off' }, owaspMinimum)
  await scene.register()
  const signIn = (email: string) => () => scene.login({ email, password: 'sbagliata-42' })
  expect(await timeDifference(signIn('anna@example.com'), signIn('nessuno@example.com'))).toBeLessThan(0.1)
})

test('a request for a new password takes the same time for known and unknown names', async () => {
  const scene = await authScene(noMailServer, owaspMinimum)
  await scene.register()
  let requests = 0
  const request = (email: () => string) => () => {
    requests += 1
    return scene.post('/api/auth/forgot-password', { email: email() }, {}, `2001:db8:1:${requests.toString(16)}::1`)
  }
  const known = request(() => 'anna@example.com')
  const unknown = request(() => `chi${requests}@example.com`)
  expect(await timeDifference(known, unknown)).toBeLessThan(0.1)
})
