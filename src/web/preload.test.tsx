import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { __vitePreload } from './preload.ts'

const links = () => [...document.head.querySelectorAll('link')].map((link) => [link.rel, link.getAttribute('href')])

beforeEach(() => {
  for (const link of document.head.querySelectorAll('link')) link.remove()
})

test('the imports of a part are fetched at once and once; a missing script is left to the import', async () => {
  const load = () => Promise.resolve('part')
  expect(await __vitePreload(load, ['assets/nowhere.js'])).toBe('part')
  expect(await __vitePreload(load, ['assets/nowhere.js'])).toBe('part')
  expect(await __vitePreload(load)).toBe('part')
  expect(links()).toEqual([['modulepreload', '/assets/nowhere.js']])
})

test('a part is loaded once its sheet is there', async () => {
  let loaded = false
  const load = () => {
    loaded = true
    return Promise.resolve(document.styleSheets.length)
  }
  const part = __vitePreload(load, ['src/web/ui/dialogs/confirm-dialog.css?direct&.css'])
  expect(loaded).toBe(false)
  expect(await part).toBeGreaterThan(0)
})

test('a sheet that fails to load is an error, and is requested again', async () => {
  const load = () => Promise.resolve('part')
  await expect(__vitePreload(load, ['assets/nowhere/nowhere.css'])).rejects.toThrow('did not come')
  expect(links()).toEqual([])
  await expect(__vitePreload(load, ['assets/nowhere/nowhere.css'])).rejects.toThrow('did not come')
})

test('a part that a press asks for shows that it is on its way; one that the page fetches by itself does not', async () => {
  const isShown = () => document.documentElement.classList.contains('fetching')
  let arrive: (part: string) => void = () => undefined
  const button = document.createElement('button')
  button.textContent = 'Apri'
  button.addEventListener('click', () => void __vitePreload(() => new Promise<string>((resolve) => (arrive = resolve))))
  document.body.append(button)
  expect(isShown()).toBe(false)
  await userEvent.click(page.getByRole('button', { name: 'Apri' }))
  expect(isShown()).toBe(true)
  arrive('part')
  await expect.poll(isShown).toBe(false)
  button.remove()
})
