import { chromium, type Browser, type Page } from 'playwright-core'
import { browserArgs, findBrowser } from '../../scripts/browser.ts'
import { atEnd } from './bench.ts'
import { dataFolder, seedFolder, startProduct, startProgram, untilListed } from './product.ts'

/** The built site with invented traders, its static copy, and a browser. */

export interface Site {
  /** Addresses without a trailing slash. */
  site: string
  copy: string
  /** A trader who is listed. */
  username: string
}

export async function startSite(traders: number): Promise<Site> {
  const folder = dataFolder()
  await seedFolder(folder, traders)
  // The browser opens this machine's own address without a proxy.
  const product = await startProduct(folder, { APP_URL: '', TRUST_PROXY: 'off' })
  const site = `http://localhost:${product.port}`
  const copy = await startProgram([new URL('static-copy.ts', import.meta.url).pathname, site], folder)
  await untilListed(product, traders)
  const list = await (await product.get('/api/fresh/leaderboard?limit=1'))?.json()
  const { leaderboard } = list as { leaderboard: { username: string }[] }
  return { site, copy: `http://127.0.0.1:${copy.port}`, username: leaderboard[0]?.username ?? '' }
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
