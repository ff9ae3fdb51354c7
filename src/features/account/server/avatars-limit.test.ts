import { expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { HOUR_MS } from '#shared/dates.ts'
import { registerAccount } from './routes.ts'

const kernel = await testKernel()
const [first, second] = [await testApp(kernel, registerAccount), await testApp(kernel, registerAccount)]

test('thirty pictures an hour, over all instances', async () => {
  const [one, other] = [await person(kernel, 'cambia'), await person(kernel, 'ferma')]
  const send = (headers: Record<string, string>, times = 0) =>
    (times % 2 === 0 ? first : second).inject({ method: 'POST', url: '/api/account/avatar', headers })
  for (let times = 0; times < 30; times += 1) expect((await send(one.headers, times)).statusCode).toBe(415)
  for (const times of [0, 1]) {
    const refused = await send(one.headers, times)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600'])
    expect(refused.json()).toMatchObject({
      detail: 'Hai cambiato la foto molte volte nell’ultima ora. Riprova tra 1 ora.',
    })
  }
  expect((await send(other.headers)).statusCode).toBe(415)
  kernel.clock.advance(HOUR_MS)
  expect((await send(one.headers)).statusCode).toBe(415)
})
