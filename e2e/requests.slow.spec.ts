import type { Page } from '@playwright/test'
import { demoPassword } from '../scripts/demo/site.ts'
import { settle, test } from './demo.ts'
import { addresses, enterAs, everybody } from './every-view.ts'
import { expect } from './fixtures.ts'
import type { SharedDemo } from './shared-demo.ts'
import { signedIn } from './traders.ts'

test.describe.configure({ timeout: 240_000, mode: 'parallel' })

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
    test(`${who}, ${screen.width} × ${screen.height}: each view rests after ${most} requests`, async ({
      page,
      demo,
    }) => {
      await page.setViewportSize(screen)
      await page.addInitScript(neverUsedByTime)
      const all = await addresses(page, demo)
      const views =
        who === 'visitor' ? all.visitor : [...all[who], ...all.visitor.filter((address) => shared.test(address))]
      if (who === 'admin') views.push(...(await deeperPages(page, demo)))
      await enterAs(page, demo, who)
      let requests: string[] = []
      page.on('request', (request) => requests.push(new URL(request.url()).pathname))
      const heavy: string[] = []
      for (const address of views) {
        // The page before must not request anything in its last moments.
        await page.goto('/robots.txt')
        requests = []
        await page.goto(address)
        await settle(page)
        // An admin's entry to the tools comes after the answer about who is signed in.
        if (who === 'admin') await page.getByText('Pannello admin').first().waitFor({ state: 'attached' })
        for (let last = 0; last !== requests.length;) {
          last = requests.length
          await page.waitForTimeout(restMs)
        }
        const counted = requests.filter((path) => !ofRows.test(path))
        if (counted.length > mostOf(who, address)) heavy.push(`${address}: ${counted.length}, ${counted.join(' ')}`)
      }
      expect(heavy).toEqual([])
    })
  }
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
