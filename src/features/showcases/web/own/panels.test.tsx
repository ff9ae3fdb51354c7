import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount, withSheets } from '#web/testing/mount.tsx'
import type { ShowcaseReport } from '#features/showcases/analytics-contract.ts'
import { Analytics } from './Analytics.tsx'
import ownSheet from './own.css?inline'
import { mine, reportOf } from './testing/own.ts'

withSheets(ownSheet)

afterEach(async () => {
  vi.restoreAllMocks()
  await page.viewport(1_000, 800)
})

/** The places of chart, links and sources, for a report with this number of links. */
async function panelsOf(links: number, width: number): Promise<[DOMRect, DOMRect, DOMRect]> {
  await page.viewport(width, 900)
  const report: ShowcaseReport = reportOf()
  const [link] = report.by_link
  if (link === undefined) throw new Error('no link')
  const by_link = Array.from({ length: links }, (_, place) => ({
    ...link,
    label: `Pulsante ${place}`,
    position: place + 1,
  }))
  vi.spyOn(window, 'fetch').mockImplementation(async () => new Response(JSON.stringify({ ...report, by_link })))
  mount(<Analytics kpi={mine.kpi} isPublic />)
  const boxOf = async (name: string) => {
    const region = page.getByRole('region', { name, exact: true })
    await expect.element(region).toBeVisible()
    return region.element().getBoundingClientRect()
  }
  const chart = await boxOf('Visite e clic al giorno')
  return [chart, await boxOf('Clic per link'), await boxOf('Da dove arrivano')]
}
const gap = 24

test.each([0, 1, 6, 12])(
  'with %i links no hole is left: the chart is as wide as both tables below it',
  async (count) => {
    const [chart, links, sources] = await panelsOf(count, 1_440)
    expect([links.left, sources.right]).toEqual([chart.left, chart.right])
    expect(links.top - chart.bottom).toBeCloseTo(gap, 0)
    expect([sources.top, sources.bottom]).toEqual([links.top, links.bottom])
  },
)

test.each([3, 12])('on a phone, with %i links, they follow one another', async (count) => {
  const [chart, links, sources] = await panelsOf(count, 390)
  expect(links.top - chart.bottom).toBeCloseTo(gap, 0)
  expect(sources.top - links.bottom).toBeCloseTo(gap, 0)
})

test('on a phone the number of a button stands below its name, at the same edge', async () => {
  await page.viewport(360, 640)
  vi.spyOn(window, 'fetch').mockImplementation(async () => new Response(JSON.stringify(reportOf())))
  mount(<Analytics kpi={mine.kpi} isPublic />)
  const row = page.getByRole('row', { name: /^Copia i miei trade ?pulsante 1 128/ })
  await expect.element(row).toBeVisible()
  const number = row.getByText('pulsante 1').element().getBoundingClientRect()
  const name = document.createRange()
  name.selectNodeContents(row.element().querySelector('.own-link > span')?.firstChild ?? document.body)
  const { left, bottom } = name.getBoundingClientRect()
  expect(number.top).toBeGreaterThanOrEqual(bottom - 4)
  expect(number.left).toBe(left)
})
