import { expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { greet } from './greeting.ts'

const kernel = await testKernel()
const server = {
  url: 'http://localhost:8080',
  kernel,
  ranking: { ready: Promise.resolve(), progress: () => null },
  close: () => Promise.resolve(),
}
const withoutAdmin = 'Non c’è ancora un amministratore'

test('a database that is slow or away ends no start', async () => {
  expect(await greet(server)).toContain(withoutAdmin)
  await kernel.sql.begin(async (tx) => {
    await tx`lock table trader in access exclusive mode`
    const text = await greet(server)
    expect(text).toContain('TopTrader è pronto')
    expect(text).not.toContain(withoutAdmin)
  })
})
