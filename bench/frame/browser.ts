import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type Page } from 'playwright-core'
import { createShowcase } from '#features/showcases/contract.ts'
import { approve, goodBody } from '#features/showcases/server/testing/scene.ts'
import { createChanges } from '#server/changes.ts'
import { connectDatabase } from '#server/database/database.ts'
import type { EmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { createLog } from '#server/log/log.ts'
import { browserArgs, findBrowser } from '../../scripts/browser.ts'
import { atEnd } from './bench.ts'
import { dataFolder, password, seedFolder, startProduct, startProgram, untilListed } from './product.ts'

/** The built site with invented traders, its static copy, and a browser. */

export interface Site {
  /** Addresses without a trailing slash. */
  site: string
  copy: string
  /** A trader who is listed. */
  username: string
  /** The product's database. */
  address: EmbeddedPostgres['address']
}

export async function startSite(traders: number): Promise<Site> {
  const folder = dataFolder()
  const address = await seedFolder(folder, traders)
  // The browser opens this machine's own address without a proxy.
  const product = await startProduct(folder, { APP_URL: '', TRUST_PROXY: 'off' })
  const site = `http://localhost:${product.port}`
  const copy = await startProgram([new URL('static-copy.ts', import.meta.url).pathname, site], folder)
  await untilListed(product, traders)
  const list = await (await product.get('/api/fresh/leaderboard?limit=1'))?.json()
  const { leaderboard } = list as { leaderboard: { username: string }[] }
  return { site, copy: `http://127.0.0.1:${copy.port}`, username: leaderboard[0]?.username ?? '', address }
}

/** Signs in a trader with a Diamond plan, and submits a showcase. */
export async function submitShowcase(site: string): Promise<{ token: string; showcase_id: string }> {
  const list = await (await fetch(`${site}/api/fresh/leaderboard?diamond=1&limit=1`)).json()
  const { leaderboard } = list as { leaderboard: { username: string }[] }
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  const signIn = JSON.stringify({ username: leaderboard[0]?.username, password })
  const session = await (await fetch(`${site}/api/auth/login`, { method: 'POST', headers, body: signIn })).json()
  const token = (session as { access_token: string }).access_token
  headers['authorization'] = `Bearer ${token}`
  const made = await fetch(site + createShowcase.path, { method: 'POST', headers, body: JSON.stringify(goodBody()) })
  if (made.status >= 400) throw new Error(`a showcase was refused with ${made.status}`)
  const { showcase_id } = (await made.json()) as { showcase_id: string }
  return { token, showcase_id }
}

/** @returns the path of a showcase that everybody sees */
export async function publishShowcase({ site, address }: Site): Promise<string> {
  const { showcase_id } = await submitShowcase(site)
  const { sql, close } = connectDatabase(address, { max: 2 })
  const changes = await createChanges(sql, createLog('error'))
  await approve({ sql, changes, clock: { now: () => Date.now() } }, showcase_id)
  await changes.close()
  await close()
  const path = `/vetrine/${showcase_id}`
  while ((await fetch(site + path)).status !== 200) await sleep(50)
  return path
}

/** @param args more of the browser's flags */
export async function startBrowser(args: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [...browserArgs(), ...args] })
  atEnd(() => browser.close())
  return browser
}

/** A page whose processor is slowed down so many times. @param width of a phone, unless it is given */
export async function slowPage(browser: Browser, times: number, width = 412): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 823 }, locale: 'it-IT' })
  // A slow machine slowed down six times: nothing is measured by it.
  page.setDefaultTimeout(180_000)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: times })
  return page
}
