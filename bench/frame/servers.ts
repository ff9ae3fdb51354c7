import { compressions } from './compressions.ts'
import { mkdtempSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeTrader } from '#features/ea/server/testing/world.ts'
import { account, grant } from '#features/leaderboard/server/testing/accounts.ts'
import { approve, goodBody } from '#features/showcases/server/testing/scene.ts'
import { removeDataFolder } from '#server/embedded-postgres/embedded-postgres-place.ts'
import type { Kernel } from '#server/kernel.ts'
import { person, signedIn } from '#server/testing/people.ts'
import { DAY_MS } from '#shared/dates.ts'
import { startServer } from '../../src/serve.ts'

/** `info` is production's. */
export type LogLevel = 'info' | 'silent'
/** The parent's requests to a server's process. `log`: from now on. */
export type Command =
  | { serve: 'product'; advisors?: number; showcase?: boolean }
  | { serve: 'raw'; headers: [name: string, value: string][]; body: string }
  | { measure: true; log?: LogLevel }
/** `advisors`: tokens of traders whose plan has ended; `admin`: an admin's session; `showcase`: the id of a public one. */
export type Serving = { port: number; advisors: string[]; admin: string; showcase: string }
/** `compressions`: since the start. */
export type Report = Serving | { cpuMicros: number; compressions: number }

const traders = 60
const report = (message: Report) => process.send?.(message)
let stop: () => Promise<void> = async () => undefined
let log: Kernel['log'] | null = null

process.on('message', (command: Command) => void answer(command))
// The parent is done, or was interrupted.
process.on('disconnect', () => void stop())

async function answer(command: Command): Promise<void> {
  if ('serve' in command) {
    const serving = command.serve === 'product' ? await serveProduct(command) : await serveRaw(command)
    if (process.connected) report(serving)
    else await stop()
  } else {
    if (command.log !== undefined && log !== null) log.level = command.log
    const { user, system } = process.cpuUsage()
    report({ cpuMicros: user + system, compressions: compressions() })
  }
}

/** The whole product with the settings of production, behind one proxy with https; its log goes to the file that is standard output. */
async function serveProduct({
  advisors = 0,
  showcase = false,
}: Omit<Extract<Command, { serve: 'product' }>, 'serve'>): Promise<Serving> {
  const folder = mkdtempSync(join(tmpdir(), 'toptrader-bench-'))
  const env = {
    DATA_DIR: folder,
    PORT: '0',
    TRUST_PROXY: '1',
    APP_URL: 'https://bench.example',
    PAYMENTS_PROVIDER: 'sandbox',
    LOG_LEVEL: 'info' satisfies LogLevel,
  }
  const server = await startServer({ env })
  stop = async () => {
    await server.close()
    removeDataFolder(folder)
  }
  const { kernel, url } = server
  log = kernel.log
  for (let index = 0; index < traders; index += 1) {
    const nets = Array.from({ length: 35 }, (_, day) => Math.round(100 * Math.sin(index + day * day)))
    await account(kernel, { username: `trader_${index}`, display_name: `Trader numero ${index}`, nets })
  }
  const tokens: string[] = []
  while (tokens.length < advisors) tokens.push((await makeTrader(kernel, { planDays: -1 })).token)
  const { trader_id } = await person(kernel, 'bench_admin')
  await kernel.sql`update trader set is_admin = true where trader_id = ${trader_id}`
  const admin = await signedIn(kernel, trader_id)
  await listed(kernel, url)
  return {
    port: Number(new URL(url).port),
    advisors: tokens,
    admin: admin.authorization,
    showcase: showcase ? await publicShowcase(kernel, url) : '',
  }
}

/** @returns the id of a showcase that everybody sees */
async function publicShowcase(kernel: Kernel, url: string): Promise<string> {
  const [owner] = await kernel.sql<{ trader_id: string }[]>`select trader_id from trader where username = 'trader_0'`
  const traderId = owner?.trader_id ?? ''
  await grant(kernel, traderId, 'diamond', kernel.clock.now() + 30 * DAY_MS)
  const headers = { ...(await signedIn(kernel, traderId)), 'content-type': 'application/json' }
  const body = JSON.stringify(goodBody())
  const created = await fetch(`${url}/api/showcases/create`, { method: 'POST', headers, body })
  const { showcase_id } = (await created.json()) as { showcase_id: string }
  if (created.status >= 400) throw new Error(`a showcase was refused with ${created.status}`)
  await approve(kernel, showcase_id)
  return showcase_id
}

/** Resolves once the ranking holds everybody. */
async function listed(kernel: Kernel, url: string): Promise<void> {
  for (;;) {
    const { total } = (await (await fetch(`${url}/api/fresh/leaderboard`)).json()) as { total: number }
    if (total === traders) return
    await sleep(100)
  }
}

/** The same bytes and headers from node:http alone, 304 included. */
async function serveRaw({ headers, body }: { headers: [string, string][]; body: string }): Promise<Serving> {
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
  return { port: (server.address() as AddressInfo).port, advisors: [], admin: '', showcase: '' }
}
