import { pino } from 'pino'
import { databaseClock } from '#server/clock.ts'
import { readConfig } from '#server/settings/config.ts'
import { createSecrets } from '#server/settings/crypto.ts'
import { connectDatabase, type DatabaseAddress } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { configuredNowPayments } from '../server/provider/configured.ts'
import { startInstance } from './instance.ts'
import { quick } from './nowpayments-stand-in.ts'

/** A process for the tests that kill: the payments of a server over the database named in argv, listening on a port of its own. */
export interface Report {
  url?: string
  error?: string
  /** The number of the requested job that ended. */
  done?: number
}

export interface Setting {
  address: DatabaseAddress
  env: Record<string, string>
  name: string
}

const say = (report: Report) => process.send?.(report)

try {
  const { address, env, name } = JSON.parse(process.argv[2] ?? '') as Setting
  const config = readConfig(env)
  const log = pino({ level: 'warn' })
  const { sql } = connectDatabase(address, { max: 1, name: `${name} clock` })
  const clock = await databaseClock(sql, log)
  const secrets = createSecrets(config)
  const providerFor = (kernel: Kernel) => configuredNowPayments(kernel, quick)
  const { app, payments } = await startInstance({ config, clock, log, secrets }, address, { providerFor, name })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  process.on('message', (job: number) => {
    payments.settle().then(
      () => say({ done: job }),
      (error: unknown) => say({ error: String(error) }),
    )
  })
  say({ url })
} catch (error) {
  say({ error: String(error) })
  process.exit(1)
}
