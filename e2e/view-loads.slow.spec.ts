import type { Page } from '@playwright/test'
import { demoPassword } from '../scripts/demo/site.ts'
import { settle, settleWhole, test } from './demo.ts'
import { addresses, enterAs, everybody } from './every-view.ts'
import { expect } from './fixtures.ts'
import type { SharedDemo } from './shared-demo.ts'
import { tooManyShifts, watchShifts } from './shifts.ts'
import { signedIn } from './traders.ts'

test.describe.configure({ timeout: 300_000, mode: 'parallel' })

/*
 * One load of each view, with all that is seen in it: how much it requests, whether anything moves by itself, and whether it fits.
 */

/** Everything that a view requests until it rests: page, scripts, sheets, fonts, pictures, answers (`docs/performance.md`). */
const most = 12
/** The data need these: pictures of their flags, faces and showcases, and the font of letters that few texts have. */
const ofRows = /^\/(?:flags|uploads)\/|-latin-ext-/
/** Nothing more may follow for this long. Milliseconds. */
const restMs = 700

/** A view fetches for the parts in sight: the least and the most of them. */
const screens = [
  { width: 320, height: 640 },
  { width: 1440, height: 900 },
]

/** Pages of visitors where a signed-in person fetches the most. */
const shared = /^\/trader\/|^\/vetrine\/|view=filters/
/**
 * An admin's showcase and the leaving page of its button take one more: the showcase is read again with its pending changes. An open case
 * and the cases of one trader take four more: their evidence, figures and forms, which the list of cases goes without.
 */
const mostOf = (who: string, address: string) => {
  if (/&(?:trader|case)=/.test(address)) return most + 4
  return who === 'admin' && address.startsWith('/vetrine/') ? most + 1 : most
}

for (const screen of screens) {
  for (const who of everybody) {
    test(`${who}, ${screen.width} × ${screen.height}: each view rests after ${most} requests, moves nothing and fits`, async ({
      page,
      demo,
    }) => {
      await page.setViewportSize(screen)
      await page.addInitScript(neverUsedByTime)
      await page.addInitScript(watchShifts)
      const all = await addresses(page, demo)
      const views =
        who === 'visitor' ? all.visitor : [...all[who], ...all.visitor.filter((address) => shared.test(address))]
      if (who === 'admin') views.push(...(await deeperPages(page, demo)))
      await enterAs(page, demo, who)
      let requests: string[] = []
      page.on('request', (request) => requests.push(new URL(request.url()).pathname))
      const heavy: string[] = []
      const moved: (string | null)[] = []
      const wide: string[] = []
      for (const address of views) {
        // The page before must not request anything in its last moments.
        await page.goto('/robots.txt')
        requests = []
        await page.goto(address)
        // An admin's entry to the tools comes after the answer about who is signed in.
        if (who === 'admin') await page.getByText('Pannello admin').first().waitFor({ state: 'attached' })
        await settle(page, restMs)
        const counted = requests.filter((path) => !ofRows.test(path))
        if (counted.length > mostOf(who, address)) heavy.push(`${address}: ${counted.length}, ${counted.join(' ')}`)
        await settleWhole(page)
        moved.push(await tooManyShifts(page, address))
        const width = await widest(page)
        if (width > screen.width) wide.push(`${address}: ${width}`)
      }
      expect.soft(heavy).toEqual([])
      expect.soft(moved.filter((one) => one !== null)).toEqual([])
      expect.soft(wide).toEqual([])
    })
  }
}

/** @returns the width that the page takes, with its own or with wide text spacing; at 320 px, as at 400 % zoom, nothing scrolls sideways */
async function widest(page: Page): Promise<number> {
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  const plain = await width()
  await page.evaluate(spaceText)
  return Math.max(plain, await width())
}

/** The spacing that WCAG 1.4.12 lets a person set. By a sheet of script's own, which the page's policy allows. */
function spaceText(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  )
  document.adoptedStyleSheets = [sheet]
}

/** The cases of one trader, and an open case. */
async function deeperPages(page: Page, demo: SharedDemo): Promise<string[]> {
  const headers = await signedIn(page.request, { email: demo.admin, password: demoPassword })
  const answer = await page.request.get('/api/admin/integrity?status=all&limit=1', { headers })
  const { cases } = (await answer.json()) as { cases: { case_id: string; trader_id: string }[] }
  return cases.flatMap((found) =>
    [`trader=${found.trader_id}`, `case=${found.case_id}`].map((part) => `/?view=admin&page=integrity&${part}`),
  )
}

/** A page counts as used after ten seconds (`web/ui/when-used.ts`), and fetches the rest. A busy machine takes longer to show the view. */
function neverUsedByTime(): void {
  const start = window.setTimeout
  window.setTimeout = ((run: () => void, ms?: number, ...rest: unknown[]) =>
    ms === 10_000 ? 0 : start(run, ms, ...rest)) as typeof setTimeout
}
