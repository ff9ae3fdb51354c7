import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '#web/testing/mount.tsx'
import { Later } from './Later.tsx'

// One test: a page is used once.
test('a part below the first screen comes where its place is scrolled to or the page is used, one on it at once', async () => {
  await page.viewport(400, 600)
  mount(
    <main>
      <Later height="h-[100px]">
        <p>Subito</p>
      </Later>
      <div style={{ height: 900 }} />
      <Later height="h-[100px]">
        <p>Dopo</p>
      </Later>
      <div style={{ height: 900 }} />
      <Later height="h-[100px]">
        <p>Infine</p>
      </Later>
    </main>,
  )
  await expect.element(page.getByText('Subito')).toBeVisible()
  expect(page.getByText('Dopo').elements()).toEqual([])
  window.scrollTo(0, 600)
  await expect.element(page.getByText('Dopo')).toBeInTheDocument()
  expect(page.getByText('Infine').elements()).toEqual([])
  await userEvent.keyboard('{Shift}')
  await expect.element(page.getByText('Infine')).toBeInTheDocument()
})
