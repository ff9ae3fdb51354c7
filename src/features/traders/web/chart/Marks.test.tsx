import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount, withSheets } from '#web/testing/mount.tsx'
import profileSheet from '../profile.css?inline'
import { performanceWith, witnessed } from '../testing/profile.ts'
import { ChartPanel } from './ChartPanel.tsx'

withSheets(profileSheet)

test('a single day is a dot, since a line through it has no length', async () => {
  const host = mount(<ChartPanel performance={performanceWith({ daily: [witnessed(0, 2.5)] })} plate="Tavola 1" />)
  const dots = () => host.querySelectorAll('figure circle').length
  await expect.poll(dots).toBe(1)
  await userEvent.click(page.getByRole('radio', { name: 'Balance ed equity' }))
  await expect.poll(dots).toBe(2)
  await userEvent.click(page.getByRole('radio', { name: 'Drawdown' }))
  await expect.poll(dots).toBe(0)
})
