import { password, person, signInAs } from './buyers.ts'
import { expect, test } from './fixtures.ts'

// The browser itself logs each file that does not come.
test.use({ refusals: /^Failed to load resource: / })

test('a page works without the parts that fail to load', async ({ page, request }) => {
  const who = person('nives.rota', 'Nives Rota', '51230341')
  await page.goto('/')
  await signInAs(page, request, who)
  const heading = page.getByRole('heading', { level: 1 })

  /** Loses the files of this name, as after a release or without a network. @returns how many were requested since */
  const lose = async (name: string) => {
    let requests = 0
    await page.route(new RegExp(`/assets/${name}-[^/]*\\.js$`), async (route) => {
      requests += 1
      await route.abort()
    })
    return () => requests
  }

  await test.step('without the name the head and the sign-out stay', async () => {
    // The name in the head is part of this file.
    const requests = await lose('common')
    await page.goto('/')
    await expect.poll(requests).toBeGreaterThan(0)
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await expect(page.getByText(who.display_name)).toHaveCount(0)
    await expect(heading).toBeVisible()
    await page.unrouteAll()
  })

  await test.step('without the region of messages the page stays; each message requests it again', async () => {
    const requests = await lose('Toasts')
    await page.goto('/')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect.poll(requests).toBe(1)
    await page.getByRole('link', { name: 'Accedi/Registrati' }).click()
    await page.getByLabel('Email o username').fill(who.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Accedi', exact: true }).click()
    await expect.poll(requests).toBe(2)
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Logout' }).click()
    // Those that waited come with it.
    await expect(page.getByText('Sei uscito.')).toHaveCount(2)
    await expect(page.getByText('Accesso effettuato')).toBeVisible()
  })
})
