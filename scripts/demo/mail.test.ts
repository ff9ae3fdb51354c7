import { expect, test } from 'vitest'
import { outboxState, postMessage } from '#server/outbox/outbox.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { markPastMailSent } from './mail.ts'

const { sql, secrets } = await testKernel()
const post = (cause: string, at: string) =>
  postMessage(sql, { id: secrets.newId(), cause, kind: 'admin_alert', subject: 'Avviso', body: 'Testo', at })

test('mail of the simulated past does not wait and is not written again; later mail waits', async () => {
  await post('past', '2026-02-14T10:00:00.000Z')
  await post('past/2', '2026-11-20T10:00:00.000Z')
  await markPastMailSent(sql)
  expect(await outboxState(sql)).toMatchObject({ waiting: 0, oldest: null })
  expect(await post('past', '2026-11-20T11:00:00.000Z')).toBe(false)
  expect(await post('live', '2026-11-20T12:00:00.000Z')).toBe(true)
  expect(await outboxState(sql)).toMatchObject({ waiting: 1, oldest: '2026-11-20T12:00:00.000Z' })
})
