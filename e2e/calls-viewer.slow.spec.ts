import { expect, test } from './fixtures.ts'

test('the description of the calls opens and makes one, within its content policy', async ({ page, baseURL }) => {
  await page.goto('/api/docs/')
  await page.locator('.opblock-summary-path', { hasText: '/api/fresh/leaderboard' }).click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect(page.locator('.live-responses-table .response-col_status').nth(1)).toHaveText('200')
  await expect(page.locator('.request-url pre')).toHaveText(`${baseURL}/api/fresh/leaderboard`)
})
