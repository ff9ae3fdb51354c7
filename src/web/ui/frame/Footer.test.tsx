import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../../testing/mount.tsx'
import { Footer, type FootMenu } from './Footer.tsx'

const menus: FootMenu[] = [
  { label: 'Informazioni', links: [['Come funziona', '#come']] },
  { label: 'Legale', links: [['Privacy', '#privacy']] },
]
const button = (name: string) => page.getByText(name, { exact: true })
const isOpen = () => [...document.querySelectorAll<HTMLDetailsElement>('.foot-menu')].map(({ open }) => open)

beforeEach(async () => {
  mount(
    <>
      <button type="button">Altrove</button>
      <p>Testo</p>
      <Footer menus={menus} />
    </>,
  )
  await button('Legale').click()
  await vi.waitUntil(() => isOpen()[1])
  // The code that closes it comes with the first opening, loaded by the menu itself.
  await vi.waitUntil(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('foot-menus')))
  await import('./foot-menus.ts')
})

test('the years of the copyright reach from the first one to the present one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2031, 5, 1) })
  onTestFinished(() => void vi.useRealTimers())
  mount(<Footer menus={[]} />)
  await expect.element(page.getByText('© 2024–2031 TopTrader', { exact: true })).toBeVisible()
})

test('a press outside closes the menu, also where nothing takes the focus', async () => {
  await page.getByText('Testo').click()
  await expect.poll(isOpen).toEqual([false, false])
})

test('a menu that opens closes the other', async () => {
  await button('Informazioni').click()
  await expect.poll(isOpen).toEqual([true, false])
})

test('the focus goes through its links, and closes it where it leaves', async () => {
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('link', { name: /^Privacy/ })).toHaveFocus()
  expect(isOpen()).toEqual([false, true])
  await userEvent.keyboard('{Shift>}{Tab}{Tab}{/Shift}')
  await expect.poll(isOpen).toEqual([false, false])
})

test('Esc closes it and gives the focus back to its button', async () => {
  await userEvent.keyboard('{Tab}{Escape}')
  await expect.poll(isOpen).toEqual([false, false])
  await expect.element(button('Legale')).toHaveFocus()
})

test('a choice closes it', async () => {
  const link = page.getByRole('link', { name: /^Privacy/ })
  const opened: string[] = []
  // The pages open in a tab of their own: prevented here.
  link.element().addEventListener('click', (event) => {
    event.preventDefault()
    opened.push((event.currentTarget as HTMLAnchorElement).hash)
  })
  await link.click()
  expect(opened).toEqual(['#privacy'])
  await expect.poll(isOpen).toEqual([false, false])
})
