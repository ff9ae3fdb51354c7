import { mkdtempSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { registerLeaderboardRoutes } from '#features/leaderboard/server/routes.ts'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { account } from '#features/leaderboard/server/testing/accounts.ts'
import { createChanges } from '#server/changes.ts'
import { readConfig } from '#server/settings/config.ts'
import { createSecrets } from '#server/settings/crypto.ts'
import { connectDatabase } from '#server/database/database.ts'
import { removeDataFolder } from '#server/embedded-postgres/embedded-postgres-place.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { buildFrame } from '#server/http/frame.ts'
import type { Kernel } from '#server/kernel.ts'
import { createOutbox } from '#server/outbox/outbox-delivery.ts'
import { createLog } from '#server/log/log.ts'
import { registerMetrics } from '#server/metrics/metrics-route.ts'
import { migrate } from '#server/database/migrate.ts'
import { createRecentLines } from '#server/log/recent-lines.ts'

/** The parent's requests to a server's process. */
export type Command =
  | { serve: 'product'; log?: 'info' | 'silent' }
  | { serve: 'raw'; headers: [name: string, value: string][]; body: string }
  | { measure: true }
  | { stop: true }
export type Report = { port: number } | { cpuMicros: number } | { stopped: true }

const traders = 60
const report = (message: Report) => process.send?.(message)
let stop: () => Promise<void> = async () => undefined

process.on('message', (command: Command) => void answer(command))

async function answer(command: Command): Promise<void> {
  if ('serve' in command)
    report({ port: command.serve === 'product' ? await serveProduct(command.log ?? 'info') : await serveRaw(command) })
  else if ('measure' in command) {
    const { user, system } = process.cpuUsage()
    report({ cpuMicros: user + system })
  } else {
    await stop()
    report({ stopped: true })
    process.disconnect?.()
  }
}

/** The ranking with all of production around it: headers, ids, access log, metrics, rate limit. */
async function serveProduct(level: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'toptrader-bench-'))
  const postgres = await startEmbeddedPostgres(folder, pino({ level: 'silent' }))
  await migrate(postgres.address)
  const database = connectDatabase(postgres.address)
  const config = readConfig({ DATA_DIR: folder, TRUST_PROXY: '1' })
  const log = createLog(level, createRecentLines().alongside(pino.destination('/dev/null')))
  const changes = await createChanges(database.sql, log)
  const clock = { now: () => Date.now() }
  const base = { config, sql: database.sql, clock, log, secrets: createSecrets(config) }
  const kernel: Kernel = { ...base, address: postgres.address, changes, outbox: createOutbox(base) }
  for (let index = 0; index < traders; index += 1) {
    const nets = Array.from({ length: 35 }, (_, day) => Math.round(100 * Math.sin(index + day * day)))
    await account(kernel, { username: `trader_${index}`, display_name: `Trader numero ${index}`, nets })
  }
  const app = await buildFrame(kernel, { development: false })
  registerMetrics(app, kernel)
  const leaderboard = createLeaderboard(kernel)
  await leaderboard.start()
  registerLeaderboardRoutes(app, kernel, leaderboard)
  await app.listen({ port: 0, host: '127.0.0.1' })
  stop = async () => {
    await app.close()
    await leaderboard.close()
    await changes.close()
    await database.close()
    await postgres.stop()
    removeDataFolder(folder)
  }
  return (app.server.address() as AddressInfo).port
}

/** The same bytes and headers from node:http alone, 304 included. */
async function serveRaw({ headers, body }: { headers: [string, string][]; body: string }): Promise<number> {
  const bytes = Buffer.from(body, 'base64')
  const flat = headers.flat()
  const tag = headers.find(([name]) => name.toLowerCase() === 'etag')?.[1]
  const unchanged = headers.filter(([name]) => !/^content-/i.test(name) || /policy/i.test(name)).flat()
  const server: Server = createServer((request, reply) => {
    if (request.headers['if-none-match'] === tag) reply.writeHead(304, unchanged).end()
    else reply.writeHead(200, flat).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop = async () => void server.close()
  return (server.address() as AddressInfo).port
}
