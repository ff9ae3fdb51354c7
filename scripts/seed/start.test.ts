import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connectDatabase } from '#server/database/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { freePort, openGate } from '#server/testing/tcp.ts'
import { until } from '#server/testing/until.ts'
import { seedTraders } from './seed.ts'

const kernel = await testKernel()
const traders = 20_000

test('with 20,000 traders the server answers at once, reports that it is not ready, and gets ready', async () => {
  const { sql, close } = connectDatabase(kernel.address, { max: 1, patient: true })
  const seed = { days: 2, seed: 1, after: 0, now: Date.now(), password: 'Inventato-2026' }
  await seedTraders({ sql, secrets: kernel.secrets }, { ...seed, traders })
  await close()

  const port = await freePort()
  const env = {
    PATH: process.env['PATH'] ?? '',
    PORT: String(port),
    LOG_LEVEL: 'error',
    RATES_URL: 'http://127.0.0.1:1/',
    DATABASE_URL: (await openGate(kernel.ownerAddress)).url,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'toptrader-start-')),
  }
  const child = spawn(process.execPath, ['src/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  const status = (path: string) =>
    get(path).then(
      (answer) => answer.status,
      () => null,
    )

  await until(async () => (await status('/livez')) === 200, 20_000)
  // The port answers before the server takes it over, and names no database. A server that waited for the ranking would take it over too late.
  const readiness = () => get('/readyz').then((answer) => answer.json() as Promise<Record<string, unknown>>)
  const first = await until(async () => {
    const answer = await readiness()
    return 'database' in answer ? answer : null
  }, 20_000)
  expect(first).toMatchObject({ status: 'not ready', ranking: 'not loaded' })
  expect(await status('/api/no-such-route')).toBe(404)
  expect(await status('/startupz')).toBe(503)
  for (const path of ['/api/fresh/leaderboard', '/']) {
    const answer = await get(path)
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '5'])
  }
  await until(async () => (await status('/readyz')) === 200, 60_000)
  const list = (await (await get('/api/fresh/leaderboard?limit=1')).json()) as { total: number }
  expect(list.total).toBe(traders)
  await until(() => output.includes('TopTrader è pronto'), 1_000)
}, 120_000)
