import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount, withSheets } from '#web/testing/mount.tsx'
import paymentsSheet from '../payments.css?inline'
import { ActivatedDialog } from './ActivatedDialog.tsx'

withSheets(paymentsSheet)

test.each([
  [1_440, 900],
  [360, 640],
])('stands in the middle of a page of %i × %i, with room around its words', async (width, height) => {
  await page.viewport(width, height)
  const nothing = () => undefined
  const order = { subscription_type: 'basic', expires_at: '2027-11-20T10:00:00.000Z' } as const
  mount(<ActivatedDialog order={order} onClose={nothing} onConfirm={nothing} />)
  const dialog = page.getByRole('alertdialog', { name: 'Abbonamento attivo' })
  await expect.element(dialog).toBeVisible()
  const box = dialog.element().getBoundingClientRect()
  expect(Math.abs(box.left + box.right - window.innerWidth)).toBeLessThan(2)
  expect(Math.abs(box.top + box.bottom - window.innerHeight)).toBeLessThan(2)
  const title = page.getByRole('heading', { name: 'Abbonamento attivo' }).element().getBoundingClientRect()
  expect(title.left - box.left).toBeGreaterThanOrEqual(20)
  expect(title.top - box.top).toBeGreaterThanOrEqual(18)
  expect(box.width).toBeLessThanOrEqual(440)
})

test('Diamond leads to the showcase as well, and is announced once', async () => {
  let closed = 0
  const nothing = () => undefined
  const order = { subscription_type: 'diamond', expires_at: '2027-11-20T10:00:00.000Z' } as const
  mount(<ActivatedDialog order={order} onClose={() => (closed += 1)} onConfirm={nothing} />)
  await expect.element(page.getByText(/Ora puoi avere la tua vetrina\./)).toBeVisible()
  const link = page.getByRole('link', { name: 'La mia Vetrina' })
  await expect.element(link).toHaveAttribute('href', '/?view=my-showcase')
  link.element().addEventListener('click', (event) => event.preventDefault())
  await link.click()
  expect(closed).toBe(1)
})
