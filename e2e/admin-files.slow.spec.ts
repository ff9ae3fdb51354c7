import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { admin, exportList } from './admin.ts'
import { enter, person } from './buyers.ts'
import { expect, test } from './fixtures.ts'
import { diamondTrader } from './traders.ts'

test.use({ actionTimeout: 15_000 })

const people = ['zita.file', 'abel.file', 'marco.file', 'ugo.file'].map((username, index) =>
  person(username, `Persona ${4 - index}`, `5123080${index}`),
)

/** Lists with a file: what each row shows of it, by the number of its column; and orders of the list. */
const lists: [page: string, column: number, orders: string[]][] = [
  ['users', 2, ['', 'sort_by=username&order=asc', 'sort_by=email&order=desc', 'sort_by=number&order=asc']],
  ['payments&list=subscriptions', 2, ['', 'sort_by=end_date&order=asc', 'sort_by=username&order=desc']],
  ['payments', 4, ['', 'sort_by=amount&order=asc', 'sort_by=username&order=asc', 'status=waiting']],
  ['showcases', 2, ['', 'sort_by=title&order=asc', 'sort_by=username&order=desc', 'q=file']],
  // An export is a line itself: these are of one action alone.
  ['audit&action=subscription.assign', 6, ['', 'sort_by=at&order=asc']],
]

const rows = (page: Page) => page.locator('.list-table > tbody > tr:not(.list-detail)')

/** The values of one column of the downloaded file, its heading left out. */
async function fileColumn(page: Page, column: number): Promise<string[]> {
  const download = await exportList(page)
  const [, ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  return lines.map((line) => line.split(';')[column]?.replaceAll('"', '') ?? '')
}

test('the file of each list has the rows of the screen, in their order', async ({ page, request }) => {
  test.setTimeout(240_000)
  for (const [index, who] of people.entries()) {
    const { mine, trader_id: id } = await diamondTrader(request, who)
    const plan = ['annual', 'basic_monthly', 'monthly', 'basic_annual'][index]
    await request.post('/api/crypto/create-payment', { headers: mine, data: { user_id: id, plan } })
    const profile = { display_name: who.display_name, subtitle: `Metodo ${who.display_name}` }
    const description = 'Opero sui cambi principali dalle 9 alle 12, con lo stop scritto prima dell’ingresso.'
    const made = await request.post('/api/showcases/create', {
      headers: mine,
      data: { profile: { ...profile, description } },
    })
    expect(made.ok()).toBe(true)
  }
  await page.goto('/')
  await enter(page, request, admin)
  for (const [list, column, orders] of lists) {
    for (const order of orders) {
      await test.step(`${list} ${order}`, async () => {
        await page.goto(`/?view=admin&page=${list}&${order}`)
        await expect(rows(page).nth(3)).toBeVisible()
        const shown = await rows(page).allInnerTexts()
        const written = await fileColumn(page, column)
        expect(written).toHaveLength(shown.length)
        shown.forEach((text, index) => expect(text).toContain(written[index]))
      })
    }
  }
})
