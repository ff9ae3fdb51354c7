import { expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { wholeApp } from '../../../guards/testing/whole-app.ts'

const kernel = await testKernel()
const app = await wholeApp(kernel)

test('log and audit log say whether the site closed or opened', async () => {
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

test('a commit whose answer arrives late does not undo a later change', async () => {
  const { sql } = kernel
  const { headers } = await person(kernel, 'dora', { is_admin: true })
  let answer = Promise.resolve()
  const begin = async (...given: Parameters<typeof sql.begin>) => {
    const result = await sql.begin(...given)
    await answer
    return result
  }
  const slow = await wholeApp({
    ...kernel,
    sql: Object.assign(sql.bind(null), sql, { begin: begin as typeof sql.begin }),
  })
  const close = (message: string, on = app) =>
    on.inject({ method: 'POST', url: `/api/admin/maintenance/toggle?enabled=true&message=${message}`, headers })
  const message = async (on = app) =>
    (await on.inject('/api/admin/maintenance/status')).json<{ message: string }>().message

  const late = Promise.withResolvers<void>()
  answer = late.promise
  const first = close('uno', slow)
  await expect.poll(() => message()).toBe('uno')
  await close('due')
  await expect.poll(() => message(slow)).toBe('due')
  late.resolve()
  await first
  expect(await message(slow)).toBe('due')
})
