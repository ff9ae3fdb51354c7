import { afterAll, expect, test } from 'vitest'
import { createSandbox } from '#features/payments-sandbox/server/provider.ts'
import { createPayments } from '#features/payments/server/service.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { buildApp } from '../../../app.ts'

test('log and audit log say whether the site closed or opened', async () => {
  const kernel = await testKernel()
  const payments = createPayments(kernel, createSandbox(kernel))
  const app = await buildApp(kernel, payments, { demo: false, dev: false, draining: () => false })
  await app.ready()
  afterAll(async () => {
    await app.close()
    await payments.close()
  })
  const { headers } = await person(kernel, 'carla', { is_admin: true })
  for (const query of ['enabled=true', 'enabled=true', 'enabled=true&message=Presto', 'enabled=false']) {
    const answer = await app.inject({ method: 'POST', url: `/api/admin/maintenance/toggle?${query}`, headers })
    expect(answer.statusCode).toBe(200)
  }
  const lines = kernel.lines.filter(({ msg }) => String(msg).startsWith('maintenance'))
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [30, 'maintenance on'],
    [30, 'maintenance message'],
    [30, 'maintenance off'],
  ])
  const file = await app.inject({ url: '/api/admin/audit.csv?action=maintenance.toggle', headers })
  expect([...file.body.matchAll(/"(Ha [^"]*)"/g)].map(([, sentence]) => sentence).toSorted()).toEqual([
    'Ha cambiato il messaggio di manutenzione',
    'Ha chiuso il sito',
    'Ha riaperto il sito',
  ])
})
