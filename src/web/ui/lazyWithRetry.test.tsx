import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../testing/mount.tsx'
import { lazyWithRetry } from './lazyWithRetry.tsx'

/** A part whose first attempts fail. */
function failing(times: number) {
  let left = times
  return lazyWithRetry<{ name: string }>(
    async (): Promise<ComponentType<{ name: string }>> => {
      left -= 1
      if (left >= 0) throw new TypeError('Failed to fetch dynamically imported module')
      return ({ name }) => <p>Ecco {name}</p>
    },
    <p>Un attimo</p>,
  )
}

test('a part that fails to load says so in its place, leaves the screen alone, and loads at the next attempt', async () => {
  const Part = failing(1)
  mount(
    <main>
      <input aria-label="Nome" />
      <Part name="Marta" />
    </main>,
  )
  await page.getByLabelText('Nome').fill('quello che ho scritto')
  await expect.element(page.getByRole('alert').getByText('Non si apre: manca la connessione.')).toBeVisible()
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(page.getByText('Ecco Marta')).toBeVisible()
  await expect.element(page.getByLabelText('Nome')).toHaveValue('quello che ho scritto')
})

test('a prefetched part is there at once; a failed prefetch is repeated when the part is needed', async () => {
  const There = failing(0)
  There.preload()
  const Later = failing(1)
  Later.preload()
  await Promise.resolve()
  await Promise.resolve()
  mount(
    <main>
      <There name="subito" />
      <Later name="poi" />
    </main>,
  )
  await expect.element(page.getByText('Ecco subito')).toBeVisible()
  await expect.element(page.getByText('Ecco poi')).toBeVisible()
  expect(page.getByRole('alert').elements()).toHaveLength(0)
})
