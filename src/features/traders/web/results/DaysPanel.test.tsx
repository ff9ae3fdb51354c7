import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '#web/testing/mount.tsx'
import { performanceWith } from '../testing/profile.ts'
import { DaysPanel } from './DaysPanel.tsx'

const [day] = performanceWith().daily
/** Grew by 10 %, lost 20 %, and stood still. */
const daily = [1.1, 0.88, 0.88].map((growth_index, index) => ({
  ...day!,
  date: `2026-11-0${index + 2}`,
  growth_index,
  imported: false,
}))

test('the keyboard reads the calendar day by day, from the newest one', async () => {
  const host = mount(<DaysPanel daily={daily} />)
  const slider = page.getByRole('slider', { name: 'Giorno del calendario' })
  await expect.element(slider).toHaveAttribute('aria-valuetext', '04/11/2026, 0,00%')
  await userEvent.tab()
  await expect.element(slider).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(slider).toHaveAttribute('aria-valuetext', '03/11/2026, −20,00%')
  expect(host.textContent).toContain('03/11/2026 −20,00%')
  await userEvent.keyboard('{Home}')
  await expect.element(slider).toHaveAttribute('aria-valuetext', '02/11/2026, +10,00%')
})

test('an account of one day has a calendar of one day, and one without days says when it begins', async () => {
  const host = mount(<DaysPanel daily={daily.slice(0, 1)} />)
  await expect.element(page.getByRole('slider')).toHaveAttribute('max', '0')
  host.remove()
  mount(<DaysPanel daily={[]} />)
  await expect.element(page.getByText(/il calendario parte con la prima sincronizzazione/)).toBeVisible()
})
