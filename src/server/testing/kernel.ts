import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { expect } from 'vitest'
import { undeclaredError } from '../http/answers.ts'
import { createChanges } from '../changes.ts'
import { readConfig, type Config } from '../settings/config.ts'
import { createSecrets } from '../settings/crypto.ts'
import type { Kernel } from '../kernel.ts'
import type { PasswordCost } from '../settings/passwords.ts'
import { contextFor } from '../log/log.ts'
import { connectDatabase, type Sql } from '../database/database.ts'
import { followReplica, type Replica } from '../database/replica.ts'
import { createOutbox } from '../outbox/outbox-delivery.ts'
import { atEnd } from './at-end.ts'
import { settableClock, type SettableClock } from './clock.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { topology } from './topology.ts'
import { until } from './until.ts'

export interface TestKernel extends Kernel {
  clock: SettableClock
  /** Every line that was logged, parsed. */
  lines: Record<string, unknown>[]
  address: TestDatabase['address']
  ownerAddress: TestDatabase['address']
}

/** Hashes in a tenth of a millisecond: tests sign in thousands of times. */
const cheapPasswords: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** Fixed, so that sealed values of one test open in another. */
const secretKey = `test:${Buffer.alloc(32, 7).toString('base64')}`

/**
 * The whole kernel on a database of the file's own, with a clock that stands still at 2026-11-20T10:00:00Z.
 * At the top of a file it closes after the file's last test, in a test with it. Either fails where a call answered an undeclared error.
 * @param options.env variables over those of a test
 * @param options.passwordCost production's where time matters; nearly nothing without it
 */
export async function testKernel(
  options: { env?: Record<string, string>; now?: number | string; passwordCost?: PasswordCost } = {},
): Promise<TestKernel> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-kernel-'))
  const config: Config = readConfig({
    DATA_DIR: folder,
    SECRET_KEY: secretKey,
    APP_URL: 'http://localhost:3000',
    PAYMENTS_PROVIDER: 'sandbox',
    ...(topology === 'instances' && { TRUST_PROXY: '1' }),
    ...options.env,
  })
  const { sql, address, ownerAddress, replica: replicaAddress } = await testDatabase()
  const lines: Record<string, unknown>[] = []
  const log: Logger = pino(
    { level: 'trace', mixin: contextFor(() => log) },
    {
      write: (text: string) => {
        for (const line of text.trimEnd().split('\n')) lines.push(JSON.parse(line) as Record<string, unknown>)
      },
    },
  )
  const changes = await createChanges(sql, log, 20)
  const clock = settableClock(options.now)
  const secrets = createSecrets(config, options.passwordCost ?? cheapPasswords)
  const outbox = createOutbox({ config, sql, clock, log, secrets })
  const replica = replicaAddress && (await openReplica(sql, replicaAddress, log))
  atEnd(async () => {
    expect(
      lines.filter(({ msg }) => msg === undeclaredError),
      'errors that contracts do not declare',
    ).toEqual([])
    rmSync(folder, { recursive: true, force: true })
    await outbox.close()
    await changes.close()
  })
  return {
    config,
    sql,
    address,
    ownerAddress,
    clock,
    log,
    lines,
    secrets,
    changes,
    outbox,
    ...(replica && { replica }),
  }
}

async function openReplica(sql: Sql, address: TestDatabase['address'], log: Logger): Promise<Replica> {
  const database = connectDatabase(address, { max: 5 })
  const replica = followReplica(sql, database.sql, log)
  atEnd(async () => {
    await replica.close()
    await database.close()
  })
  await until(() => replica.lag() < 1_000)
  return replica
}

/** A second instance over the same database and clock. */
export async function otherInstance<K extends Kernel>(kernel: K): Promise<K> {
  const { address, config, log, clock, secrets } = kernel
  const { sql, close } = connectDatabase(address, { max: 10 })
  const changes = await createChanges(sql, log, 20)
  const outbox = createOutbox({ config, sql, clock, log, secrets })
  atEnd(async () => {
    await outbox.close()
    await changes.close()
    await close()
  })
  return { ...kernel, sql, changes, outbox }
}
