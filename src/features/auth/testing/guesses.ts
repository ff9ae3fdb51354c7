import type { authScene } from './scene.ts'

/**
 * Signs in with wrong passwords from a hundred addresses, each attempt after a pause.
 * @returns how many passwords the server compared, how many attempts had to wait, how many met a locked name
 */
export async function guessPasswords(
  scene: Awaited<ReturnType<typeof authScene>>,
  names: readonly string[],
  guesses: number,
  pauseMs = 6_000,
) {
  const counts = { compared: 0, waits: 0, locked: 0 }
  for (let guess = 0; guess < guesses; guess++) {
    const body = { email: names[guess % names.length], password: `tentativo-${guess}` }
    const answer = await scene.login(body, {}, `203.0.${guess % 4}.${guess % 100}`)
    if (answer.statusCode === 401) counts.compared += 1
    else if (answer.json<{ error_type: string }>().error_type === 'SIGN_IN_LOCKED') counts.locked += 1
    else counts.waits += 1
    scene.kernel.clock.advance(pauseMs)
  }
  return counts
}
