import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { connectDatabase } from '#server/database/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { openGate } from '#server/testing/tcp.ts'
import { createBackups } from './service.ts'

const kernel = await testKernel()
await kernel.outbox.close()
const { sql, config, ownerAddress: address } = kernel
const folder = join(config.DATA_DIR, 'backups')

test('a process that is killed in the middle of a backup leaves a draft, which the next backup removes', async () => {
  // The process waits for this table, and is killed there.
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = connectDatabase(address, { max: 1 })
  const holding = holder.sql.begin(async (tx) => {
    await tx`lock table trader in access exclusive mode`
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const gate = await openGate(address)
  const child = spawn(process.execPath, ['scripts/backup.ts'], {
    env: {
      ...process.env,
      DATA_DIR: config.DATA_DIR,
      DATABASE_URL: gate.url,
      SECRET_KEY: config.SECRET_KEY,
      PAYMENTS_PROVIDER: 'sandbox',
    },
    stdio: 'ignore',
  })
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.part$/)]), { timeout: 30_000 })
  child.kill('SIGKILL')
  await once(child, 'exit')
  gate.cut()
  release.resolve()
  await holding
  await holder.close()
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.part$/)])

  const backups = createBackups(kernel)
  // PostgreSQL notices the lost connection, and frees the lock of backups, within moments.
  const { name } = await vi.waitFor(() => backups.make(null), { timeout: 30_000 })
  await backups.idle()
  expect(readdirSync(folder)).toEqual([name])
  expect(await sql`select from backup where name = ${name} and verified_at is not null`).toHaveLength(1)
})
