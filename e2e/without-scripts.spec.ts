import { expect, test } from './fixtures.ts'

const secret = 'Cavallo-Blu-77'

test.use({ javaScriptEnabled: false })

for (const form of ['', '&form=register', '&form=forgot']) {
  test(`without scripts no typed text gets into an address (?view=auth${form})`, async ({ page }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    const document = await page.goto(`/?view=auth${form}`)
    // The browser under test parses with scripting on, so the test looks for the sentence in the answer.
    expect(await document?.text()).toMatch(/<noscript><p[^>]*>Per accedere serve JavaScript\./)
    const sheet = page.locator('main form')
    await expect(sheet).toHaveAttribute('method', 'post')
    await expect(sheet.locator('[type=submit]')).toBeDisabled()
    for (const input of await sheet.locator('input:not([type=checkbox], [readonly])').all()) {
      await input.fill(secret)
      await input.press('Enter')
    }
    expect(page.url()).not.toContain(secret)
    expect(requested.filter((address) => address.includes(secret))).toEqual([])
  })
}
