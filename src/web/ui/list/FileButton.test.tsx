import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '#web/testing/mount.tsx'
import { FileButton } from './FileButton.tsx'

afterEach(() => vi.restoreAllMocks())

test('the file is written for spreadsheets or for programs, by keyboard too', async () => {
  const calls: string[] = []
  vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input, window.location.href)
    calls.push(pathname + search)
    return Promise.resolve(Response.json({ detail: 'Riprova tra 5 minuti.' }, { status: 429 }))
  })
  mount(<FileButton path="/api/admin/users.csv" query={{ q: 'anna' }} name="utenti.csv" />)
  const button = page.getByRole('button', { name: 'Esporta CSV' })
  await expect.element(button).toBeVisible()
  for (const [keys, dialect] of [
    ['{Home}{Enter}', 'it'],
    ['{End}{Enter}', 'rfc4180'],
  ] as const) {
    button.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => document.activeElement?.closest('[role=menu]') ?? null).not.toBeNull()
    await userEvent.keyboard(keys)
    await expect.poll(() => calls.at(-1)).toBe(`/api/admin/users.csv?q=anna&dialect=${dialect}`)
    await expect.element(button).toHaveFocus()
  }
  expect(calls).toHaveLength(2)
})
