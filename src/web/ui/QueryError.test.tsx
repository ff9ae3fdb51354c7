import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../testing/mount.tsx'
import { QueryError } from './QueryError.tsx'

/** A part that fails until `answer` is called: its error, its text while loading, its content. */
function part(content: ReactNode) {
  let waiting: ((isUp: boolean) => void) | undefined
  let isFirst = true
  function Part() {
    const query = useQuery({
      queryKey: ['part'],
      queryFn: async () => {
        const isUp = isFirst ? false : await new Promise<boolean>((resolve) => (waiting = resolve))
        isFirst = false
        if (!isUp) throw new Error('down')
        return true
      },
    })
    if (query.data) return content
    if (query.error === null) return <output>Caricamento...</output>
    return (
      <div>
        <QueryError
          lead="Non disponibile."
          error={query.error}
          isFetching={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </div>
    )
  }
  const retry = page.getByRole('button', { name: 'Riprova' })
  return {
    Part,
    press: async () => {
      await expect.element(retry).toBeVisible()
      retry.element().focus()
      await userEvent.keyboard('{Enter}')
      await expect.element(page.getByText('Caricamento...')).toBeVisible()
    },
    answer: (isUp: boolean) => waiting?.(isUp),
    retry,
  }
}

test('after a retry the keyboard goes on from the heading above, also when it fails again', async () => {
  const { Part, press, answer, retry } = part(<p>Contenuto</p>)
  mount(
    <main>
      <h1>Pagina</h1>
      <section>
        <h2>Sezione</h2>
        <Part />
      </section>
      <h2>Altra</h2>
    </main>,
  )
  const heading = page.getByRole('heading', { name: 'Sezione' })
  await press()
  await expect.element(heading).toHaveFocus()
  answer(false)
  await expect.element(retry).toBeVisible()
  await expect.element(heading).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(retry).toHaveFocus()
  await press()
  answer(true)
  await expect.element(page.getByText('Contenuto')).toBeVisible()
  await expect.element(heading).toHaveFocus()
})

test('without a heading above, the one that comes takes it; what the person chose meanwhile keeps it', async () => {
  const content = (
    <section>
      <h1>Titolo</h1>
    </section>
  )
  const first = part(content)
  const host = mount(
    <main>
      <first.Part />
    </main>,
  )
  await first.press()
  await expect.element(page.getByRole('main')).toHaveFocus()
  first.answer(true)
  await expect.element(page.getByRole('heading', { name: 'Titolo' })).toHaveFocus()
  host.remove()

  const second = part(content)
  mount(
    <main>
      <second.Part />
      <input aria-label="Altrove" />
    </main>,
  )
  await second.press()
  const elsewhere = page.getByRole('textbox', { name: 'Altrove' })
  await elsewhere.click()
  second.answer(true)
  await expect.element(page.getByRole('heading', { name: 'Titolo' })).toBeVisible()
  await expect.element(elsewhere).toHaveFocus()
})
