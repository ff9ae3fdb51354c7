import { mkdir, writeFile } from 'node:fs/promises'
import { chromium, type Browser } from 'playwright-core'
import sharp from 'sharp'
import { browserArgs, findBrowser } from './browser.ts'
import { createSite } from './demo/site.ts'
import { startDemo } from './demo/start.ts'

// Takes the pictures of README.md from the demonstration, in light and dark:  npm run pictures
// The seed and the clock are fixed, so the same program gives the same pictures. Takes about three minutes.

/** The site's clock, a Wednesday. */
const moment = '2026-09-16T10:00:00Z'
const port = 18_080
const url = `http://127.0.0.1:${port}`
const folder = new URL('../docs/images/', import.meta.url)
const size = { width: 1280, height: 1040 }

interface Picture {
  name: string
  address: string
  /** Selectors of what the screen loads last. */
  shown: string[]
  /** E-mail of who is signed in; nobody without it. */
  as?: string
}

async function take(
  browser: Browser,
  { name, address, shown, as }: Picture,
  colorScheme: 'light' | 'dark',
): Promise<number> {
  const token = as === undefined ? null : await createSite(url).session(as)
  const options = { viewport: size, colorScheme, locale: 'it-IT', timezoneId: 'Europe/Rome' }
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  try {
    await context.clock.setFixedTime(moment)
    if (token !== null) {
      // The storage is the site's own: nothing is stored for another origin.
      await context.addInitScript(`localStorage.setItem('trader_token', ${JSON.stringify(token)})`)
    }
    const page = await context.newPage()
    await page.goto(url + address)
    for (const selector of shown) await page.locator(selector).first().waitFor()
    await page.waitForLoadState('networkidle')
    const image = await sharp(await page.screenshot())
      .webp({ quality: 82, effort: 6 })
      .toBuffer()
    await writeFile(new URL(`${name}-${colorScheme}.webp`, folder), image)
    return image.length
  } finally {
    await context.close()
  }
}

const { trader, admin, stop } = await startDemo(port, ['--at', moment])
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs() })
try {
  await mkdir(folder, { recursive: true })
  const list = (await (await fetch(`${url}/api/fresh/leaderboard?limit=2`)).json()) as {
    leaderboard: { username: string }[]
  }
  const pictures: Picture[] = [
    { name: 'classifica', address: '/', shown: ['main table svg'] },
    { name: 'profilo', address: `/trader/${list.leaderboard[1]?.username}`, shown: ['main canvas'] },
    { name: 'dashboard', address: '/?view=dashboard', as: trader, shown: ['.mast-name', 'main canvas'] },
    { name: 'pannello', address: '/?view=admin', as: admin, shown: ['.mast-name', 'main tbody tr'] },
  ]
  for (const picture of pictures) {
    const bytes = [await take(browser, picture, 'light'), await take(browser, picture, 'dark')]
    console.log(`${picture.name}: ${bytes.join(' and ')} bytes`)
  }
} finally {
  await browser.close()
  await stop()
}
