import { mkdtempSync, realpathSync, chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makeTrader, newLogin, syncRequestOf } from '#features/ea/server/testing/world.ts'
import { startPooler } from '#server/testing/cluster.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { freePort, openGate } from '#server/testing/tcp.ts'
import { until } from '#server/testing/until.ts'
import { isReady, startInstance, testFolder } from '../testing/proxied-instances.ts'

const kernel = await testKernel({ now: Date.now() })

test('two instances of the product behind a pooler: a sync on one shows on the other, over few sessions of the database', async () => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-pooler-'))
  chmodSync(folder, 0o755)
  const pooler = await startPooler(join(folder, 'pooler'), inject('database'))
  onTestFinished(async () => {
    await pooler.stop()
    rmSync(folder, { recursive: true })
  })
  const { url: database } = await openGate(kernel.ownerAddress)
  const { host, port } = pooler.address
  const { user, database: name } = kernel.address
  const env = {
    DATABASE_URL: database,
    DATABASE_POOLER_URL: `postgres://${user}@pooler/${name}?host=${encodeURIComponent(host)}&port=${port}`,
    // The database itself is no replica: it is never used as one.
    DATABASE_REPLICA_URL: database,
    DATA_DIR: testFolder(),
    SECRET_KEY: kernel.config.SECRET_KEY ?? '',
  }
  const instances = [startInstance(await freePort(), env), startInstance(await freePort(), env)]
  await Promise.all(instances.map(isReady))
  const [one, two] = instances.map((instance) => `http://127.0.0.1:${instance.port}`)
  const { token, username } = await makeTrader(kernel)
  const answer = await fetch(`${one}/api/ea/sync`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(syncRequestOf({ login: newLogin(), now: Date.now() })),
  })
  expect(answer.status).toBe(200)
  await until(async () => (await (await fetch(`${two}/api/fresh/leaderboard`)).text()).includes(username), 5_000)
  expect((await fetch(`${two}/api/trader/${username}`)).status).toBe(200)

  // Sessions that do not come from the pooler: for each instance the listener and two of the job queue; and the replica's.
  const sessions = await kernel.sql<{ name: string }[]>`
    select application_name as name from pg_stat_activity
     where datname = current_database() and application_name like 'toptrader jobs%'`
  expect(sessions.length).toBeLessThanOrEqual(4)
  for (const { child } of instances) child.kill('SIGTERM')
  expect(await Promise.all(instances.map(({ ended }) => ended))).toEqual([0, 0])
  for (const { output } of instances) expect(output()).not.toMatch(/"level":"(?:error|fatal)"/)
})
