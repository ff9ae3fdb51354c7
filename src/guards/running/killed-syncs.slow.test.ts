import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { makeTrader, newLogin, syncRequestOf } from '#features/ea/server/testing/world.ts'
import { connectDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import type { Kernel } from '#server/kernel.ts'
import { createLog } from '#server/log/log.ts'
import { readConfig } from '#server/settings/config.ts'
import { createSecrets } from '#server/settings/crypto.ts'
import { dataFolder, postmasterOf } from '#server/testing/embedded-process.ts'
import { until } from '#server/testing/until.ts'
import { run } from '../testing/server-process.ts'

vi.setConfig({ testTimeout: 300_000 })

const kills = 9
const kinds = ['server', 'database', 'both'] as const
const traders = 60

/** Sends its syncs one after the other, and one that was not acknowledged again with its number, as the advisor does. */
async function advise(
  token: string,
  { url, isOver, onAnswer }: { url: () => string; isOver: () => boolean; onAnswer: () => void },
): Promise<number> {
  const login = newLogin()
  let seq = 1
  for (; !isOver(); seq += 1) {
    const body = JSON.stringify(syncRequestOf({ now: Date.now(), login, seq, equity: 1000 + (seq % 7) }))
    for (;;) {
      const answer = await fetch(`${url()}/api/ea/sync`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body,
      }).catch(() => null)
      const said = (await answer?.json().catch(() => null)) as { code?: string } | null | undefined
      if (said?.code === 'OK') break
      await sleep(20)
    }
    onAnswer()
  }
  return seq - 1
}

test('servers and databases that are killed while syncs come lose none that was acknowledged and count none twice', async () => {
  const folder = dataFolder()
  const postmasterFile = join(folder, 'postgres/cluster/postmaster.pid')
  const secrets = createSecrets(readConfig({ DATA_DIR: folder }))
  const postgres = await startEmbeddedPostgres(folder, createLog('error'))
  await migrate(postgres.address)
  const { sql, close } = connectDatabase(postgres.address, { max: 1, patient: true })
  const kernel = { sql, secrets, clock: { now: () => Date.now() } } as Kernel
  const tokens: string[] = []
  while (tokens.length < traders) tokens.push((await makeTrader(kernel)).token)
  await close()
  await postgres.stop()

  const start = () => run({ DATA_DIR: folder, RATE_LIMITS: 'off', EA_MIN_INTERVAL_S: '0' })
  let server = start()
  let url = await server.url()
  let isOver = false
  let answers = 0
  const advisors = tokens.map((token) =>
    advise(token, { url: () => url, isOver: () => isOver, onAnswer: () => (answers += 1) }),
  )
  for (let kill = 0; kill < kills; kill += 1) {
    // All is up again.
    const before = answers
    await until(() => answers > before + traders)
    await sleep(500 * Math.random())
    const killed = kinds[kill % kinds.length]
    const postmaster = postmasterOf(folder)
    if (killed !== 'database') server.child.kill('SIGKILL')
    if (killed !== 'server') process.kill(postmaster, 'SIGKILL')
    if (killed === 'database') {
      // A session of the killed postmaster may end its work and answer: answers alone do not show that another stands.
      await until(() => existsSync(postmasterFile) && postmasterOf(folder) !== postmaster)
      continue
    }
    await server.ended
    server = start()
    url = await server.url()
  }
  isOver = true
  const acknowledged = await Promise.all(advisors)

  const after = connectDatabase(postgres.address, { max: 1, patient: true })
  const stored = await after.sql<{ token: string; syncs: number }[]>`
    select encode(token_hash, 'hex') as token, sync_count as syncs from trading_account join ea_token using (trader_id)`
  await after.close()
  const syncsOf = new Map(stored.map(({ token, syncs }) => [token, syncs]))
  const counted = tokens.map((token) => syncsOf.get(secrets.hashToken(token).toString('hex')))
  expect(counted).toEqual(acknowledged)
  expect(Math.min(...acknowledged)).toBeGreaterThan(kills)
})
