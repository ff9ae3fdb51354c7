import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { storedOf, type Stored } from '#features/ea/server/testing/stored.ts'
import { makeTrader, type TestTrader } from '#features/ea/server/testing/world.ts'
import { buildFrame } from '#server/http/frame.ts'
import type { Kernel } from '#server/kernel.ts'
import type { TestKernel } from '#server/testing/kernel.ts'
import type { AccountOptions } from './book.ts'
import { startTerminal, type Terminal } from './terminal.ts'
import type { Platform } from './translate.ts'

export type { Stored }
export type DeskTrader = TestTrader

type Register = (app: FastifyInstance, kernel: Kernel) => void

/** The real server, listening on this machine, and terminals of traders in front of it. */
export interface Desk {
  /** The site's public address for traders. */
  site: string
  /** The server's own address. */
  url: () => string
  /** A trader with plan and token (no plan: `planDays` null), and a terminal with the site's address. */
  terminal: (
    platform: Platform,
    account?: AccountOptions,
    trader?: { planDays?: number | null },
  ) => Promise<{ terminal: Terminal; trader: DeskTrader }>
  /** One more terminal, with the given token. */
  terminalWith: (platform: Platform, token: string, account?: AccountOptions) => Promise<Terminal>
  stored: (trader: DeskTrader) => Promise<Stored>
  /** Stops the server: connections are refused. */
  down: () => Promise<void>
  up: () => Promise<void>
  /** Restarts the server in another process; `meanwhile` runs while none listens. */
  restartServer: (meanwhile?: { downFor?: () => Promise<void> }) => Promise<void>
  /** Sends the site's requests elsewhere; null sends them to the server again. */
  reroute: (url: string | null) => void
}

const site = 'https://toptrader.example'

/**
 * Opens a desk. Call it at the top of a test file; all closes after the file's last test. `more` registers further routes beside the sync.
 */
export async function openDesk(kernel: TestKernel, ...more: Register[]): Promise<Desk> {
  const sites: Record<string, string> = {}
  const terminals: Terminal[] = []
  let app: FastifyInstance | null = null
  let port = 0
  let detour: string | null = null

  async function up(): Promise<void> {
    if (app !== null) return
    app = await buildFrame(kernel, { development: false })
    for (const register of [registerCheckedEa, ...more]) register(app, kernel)
    await app.listen({ host: '127.0.0.1', port })
    ;({ port } = app.server.address() as AddressInfo)
    route()
  }

  async function down(): Promise<void> {
    await app?.close()
    app = null
  }

  function route(): void {
    sites[site] = detour ?? url()
  }

  const url = () => `http://127.0.0.1:${port}`

  async function terminalWith(platform: Platform, token: string, account: AccountOptions = {}): Promise<Terminal> {
    const inputs = { InpApiUrl: site, InpToken: token }
    const terminal = await startTerminal({ platform, clock: kernel.clock, sites, account, inputs })
    terminals.push(terminal)
    return terminal
  }

  await up()
  afterAll(async () => {
    for (const terminal of terminals) await terminal.kill()
    await down()
  })
  return {
    site,
    url,
    terminalWith,
    async terminal(platform, account, options) {
      const trader = await makeTrader(kernel, options)
      return { trader, terminal: await terminalWith(platform, trader.token, account) }
    },
    stored: (trader) => storedOf(kernel.sql, trader.trader_id),
    down,
    up,
    async restartServer({ downFor } = {}) {
      await down()
      await downFor?.()
      await up()
    },
    reroute(elsewhere) {
      detour = elsewhere
      route()
    },
  }
}

/** A terminal at a desk whose account holds 1,000 and whose advisor has been accepted. */
export async function attached(
  desk: Desk,
  platform: Platform,
  account: AccountOptions = {},
): ReturnType<Desk['terminal']> {
  const made = await desk.terminal(platform, account)
  made.terminal.account.deposit(1_000)
  await made.terminal.attach()
  await made.terminal.advance(60)
  return made
}
