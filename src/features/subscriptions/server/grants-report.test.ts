import { expect, test } from 'vitest'
import { signedIn } from '#server/testing/people.ts'
import { mondayOf } from './grants-report.ts'
import { reportGrants } from './grants-report.ts'
import { planScene } from '../testing/scene.ts'

const { kernel, admin, someone, assign, post, subscriptionIdOf } = await planScene()
const { sql, clock } = kernel
/** Signs in again, since weeks pass. */
const anew = () => signedIn(kernel, admin.trader_id)
const alerts = () => sql<{ kind: string; subject: string; body: string }[]>`
  select kind, subject, body from outbox where cause like 'manual-grants:%' order by cause`

test.each([
  ['2026-11-16T00:00:00.000Z', '2026-11-16'],
  ['2026-11-22T23:59:59.999Z', '2026-11-16'],
  ['2026-11-23T00:00:00.000Z', '2026-11-23'],
  ['2027-01-01T12:00:00.000Z', '2026-12-28'],
])('%s is in the week of %s', (at, monday) => {
  expect(new Date(mondayOf(Date.parse(at))).toISOString()).toBe(`${monday}T00:00:00.000Z`)
})

test('each week the admins get one report of the grants and their givers, without the receivers’ names', async () => {
  clock.set(Date.parse('2026-11-17T09:00:00Z'))
  const [anna, bruno] = [await someone(), await someone()]
  await sql`update trader set user_sequential_id = 41 where trader_id = ${anna.trader_id}`
  await sql`update trader set user_sequential_id = null where trader_id = ${bruno.trader_id}`
  await assign({ trader_id: anna.trader_id, type: 'basic', duration_days: 30 }, await anew())
  await post(`/api/admin/payments/extend/${await subscriptionIdOf(anna, 'basic')}`, { months: 1 }, await anew())
  clock.set(Date.parse('2026-11-22T23:59:59.999Z'))
  await assign({ trader_id: bruno.trader_id, type: 'diamond', duration_days: 365 }, await anew())
  await reportGrants(kernel)
  expect(await alerts()).toEqual([])

  clock.set(Date.parse('2026-11-23T00:00:00Z'))
  // A grant of the new week.
  await assign({ trader_id: bruno.trader_id, type: 'diamond', duration_days: 7 }, await anew())
  await post(`/api/admin/payments/cancel/${await subscriptionIdOf(anna, 'basic')}`, {}, await anew())
  clock.set(Date.parse('2026-11-23T00:45:00Z'))
  await Promise.all([reportGrants(kernel), reportGrants(kernel)])
  clock.set(Date.parse('2026-11-29T22:45:00Z'))
  await reportGrants(kernel)
  const [report, ...more] = await alerts()
  expect(more).toEqual([])
  expect(report).toMatchObject({
    kind: 'admin_alert',
    subject: 'TopTrader: abbonamenti dati a mano dal 16/11/2026 al 22/11/2026',
  })
  expect(report?.body.split('\n')).toEqual([
    'Dal 16/11/2026 al 22/11/2026 (giorni UTC) gli amministratori hanno dato 3 periodi di abbonamento senza un pagamento.',
    '',
    '@capo:',
    '- 17/11/2026, 10:00: Basic Leaderboard, 30 giorni, assegnazione, utente n. 41',
    expect.stringMatching(/^- 17\/11\/2026, 10:00: Basic Leaderboard, 3[01] giorni, proroga, utente n\. 41$/),
    `- 23/11/2026, 00:59: Diamond, 365 giorni, assegnazione, utente ${bruno.trader_id}`,
    '',
    'Se uno di questi non ti torna, guarda chi e quando nel registro: http://localhost:3000/?view=admin&page=audit',
  ])
  expect(report?.body).not.toMatch(/trader_\d|@example/)

  clock.set(Date.parse('2026-11-30T08:00:00Z'))
  await reportGrants(kernel)
  expect((await alerts()).map((alert) => alert.subject)).toEqual([
    report?.subject,
    'TopTrader: abbonamenti dati a mano dal 23/11/2026 al 29/11/2026',
  ])
  clock.set(Date.parse('2026-12-07T08:00:00Z'))
  await reportGrants(kernel)
  expect(await alerts()).toHaveLength(2)
})
