import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createStorage } from '#server/files/storage.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { backupFolder } from './store/folder.ts'
import { createBackups } from './service.ts'

const kernel = await testKernel({ now: '2026-11-20T12:00:00.000Z' })
await kernel.outbox.close()
const { sql, clock, config } = kernel
const folder = join(config.DATA_DIR, 'backups')
const backups = createBackups(kernel)
afterAll(backups.close)
const times = async () => (await backups.list()).map(({ made_at: at }) => at)
const alerts = () => sql<{ subject: string; body: string }[]>`select subject, body from outbox order by message_id`
beforeEach(() => sql`delete from outbox`)

test('a backup is made when there was none since the last night, and each is verified once', async () => {
  await backups.runMaintenance()
  expect(await times()).toEqual(['2026-11-20T12:00:00.000Z'])
  clock.advance(HOUR_MS)
  await backups.runMaintenance()
  expect(await times()).toHaveLength(1)
  clock.advance(12 * HOUR_MS + 19 * MINUTE_MS)
  await backups.runMaintenance()
  expect(await times()).toHaveLength(1)
  clock.advance(MINUTE_MS)
  await backups.runMaintenance()
  expect(await times()).toEqual(['2026-11-21T01:20:00.000Z', '2026-11-20T12:00:00.000Z'])
  const verified = await sql`select verified_at from backup order by made_at`
  expect(verified).toEqual([{ verified_at: '2026-11-20T12:00:00.000Z' }, { verified_at: '2026-11-21T01:20:00.000Z' }])
  expect(await alerts()).toEqual([])
})

test('a backup whose server ended before the verification is verified later', async () => {
  await sql`update backup set verified_at = null where made_at < '2026-11-21'`
  await backups.runMaintenance()
  expect(await sql`select from backup where verified_at is null`).toHaveLength(0)
})

test('a failed nightly backup is repeated within the hour, and admins are alerted once a day', async () => {
  clock.set('2026-11-22T01:20:00.000Z')
  const full = createBackups(kernel, {
    store: {
      ...backupFolder(folder),
      draft: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    },
  })
  await full.runMaintenance()
  clock.advance(HOUR_MS)
  await full.runMaintenance()
  expect((await alerts()).map(({ subject }) => subject)).toEqual(['TopTrader: il backup non è riuscito'])
  clock.advance(HOUR_MS)
  await backups.runMaintenance()
  expect((await times())[0]).toBe('2026-11-22T03:20:00.000Z')
})

test('after 26 hours without a backup admins are alerted once a day', async () => {
  const broken = createBackups(kernel, {
    storage: {
      ...createStorage(config),
      // oxlint-disable-next-line require-yield -- it fails before there is anything
      async *list() {
        throw new Error('the store is away')
      },
    },
  })
  clock.set('2026-11-23T05:00:00.000Z')
  await broken.runMaintenance()
  expect((await alerts()).map(({ subject }) => subject)).toEqual(['TopTrader: il backup non è riuscito'])
  clock.set('2026-11-23T06:00:00.000Z')
  await broken.runMaintenance()
  clock.advance(HOUR_MS)
  await broken.runMaintenance()
  const mails = await alerts()
  expect(mails.map(({ subject }) => subject)).toEqual([
    'TopTrader: il backup non è riuscito',
    'TopTrader: manca un backup recente',
  ])
  expect(mails[1]?.body).toContain('L’ultimo backup riuscito è del 22/11/2026, 04:20: sono passate più di 26 ore.')
  await backups.runMaintenance()
  expect((await times())[0]).toBe('2026-11-23T07:00:00.000Z')
})

test('a backup that does not restore is detected, reported once, and shown', async () => {
  const [{ name } = { name: '' }] = await backups.list()
  const file = join(folder, name)
  const whole = readFileSync(file)
  const changed = Buffer.from(whole)
  changed[whole.length >> 1] = (changed[whole.length >> 1] ?? 0) ^ 1
  writeFileSync(file, changed)
  await sql`update backup set verified_at = null where name = ${name}`
  await backups.runMaintenance()
  await backups.runMaintenance()
  const mails = await alerts()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toBe('TopTrader: un backup non si ripristina')
  expect(mails[0]?.body).toMatch(new RegExp(`${name}[^]*modificato, danneggiato o troncato`))
  const [listed] = await backups.list()
  expect(listed?.row).toMatchObject({ verification: 'failed', verified_at: null })
})

test('old backups are removed with their rows, and none reaches 35 days', async () => {
  for (let night = 0; night < 40; night += 1) {
    clock.advance(DAY_MS)
    const name = `toptrader-${new Date(clock.now()).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z-0000000a.backup`
    writeFileSync(join(folder, name), 'x')
    await sql`
      insert into backup (name, made_at, duration_ms, bytes, tables, row_count, files, verified_at)
      values (${name}, ${new Date(clock.now())}, 1, 1, 1, 1, 1, now())`
  }
  await backups.runMaintenance()
  const ages = (await times()).map((at) => (clock.now() - Date.parse(at)) / DAY_MS)
  expect(ages.filter((age) => age < 14)).toHaveLength(14)
  expect(ages.length).toBeLessThan(19)
  expect(Math.max(...ages)).toBeLessThan(34)
  const known = await sql<{ name: string }[]>`select name from backup order by name desc`
  expect(known.map(({ name }) => name)).toEqual((await backups.list()).map(({ name }) => name))
})
