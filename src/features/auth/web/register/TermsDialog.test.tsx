import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount, withSheets } from '#web/testing/mount.tsx'
import authSheet from '#features/auth/web/auth.css?inline'
import { TermsDialog } from './TermsDialog.tsx'

withSheets(authSheet)

const text = () => page.getByRole('region', { name: 'Testo dei Termini e Condizioni' })
const accept = () => page.getByRole('button', { name: 'Accetto' })

async function open() {
  const onAccept = vi.fn<() => void>()
  const onClose = vi.fn<() => void>()
  mount(<TermsDialog onAccept={onAccept} onClose={onClose} />)
  await expect.element(text()).toBeVisible()
  return { onAccept, onClose, box: text().element() }
}

/** Scrolls so that `left` px of the text are still hidden. */
function scrollTo(box: Element, left: number) {
  box.scrollTop = box.scrollHeight - box.clientHeight - left
}

test('the button opens within 12 px of the end, not before, and stays open', async () => {
  const { box, onAccept } = await open()
  expect(box.scrollHeight - box.clientHeight).toBeGreaterThan(200)
  await expect.element(accept()).toBeDisabled()
  scrollTo(box, 14)
  await expect.element(page.getByText('Scorri fino in fondo per accettare')).toBeVisible()
  await expect.element(accept()).toBeDisabled()
  scrollTo(box, 12)
  await expect.element(accept()).toBeEnabled()
  await expect.element(page.getByRole('status')).toHaveTextContent('Hai letto fino in fondo: ora puoi accettare')
  box.scrollTop = 0
  await expect.element(accept()).toBeEnabled()
  await accept().click()
  expect(onAccept).toHaveBeenCalledOnce()
})

test.each([390, 320])('at %i px hint and buttons take two rows', async (width) => {
  await page.viewport(width, 700)
  await open()
  const tops = ['Vai alla fine', 'Annulla', 'Accetto'].map((name) => {
    const { top, bottom } = page.getByRole('button', { name }).element().getBoundingClientRect()
    return (top + bottom) / 2
  })
  const hint = page.getByText('Scorri fino in fondo per accettare').element().getBoundingClientRect()
  expect(Math.abs((hint.top + hint.bottom) / 2 - (tops[0] ?? 0))).toBeLessThan(3)
  expect(tops[1]).toBe(tops[2])
  await page.viewport(1_000, 800)
})

test('the keyboard alone suffices: the text has the focus, End scrolls it, Tab reaches Accetto', async () => {
  const { box, onAccept } = await open()
  await expect.poll(() => document.activeElement).toBe(box)
  await userEvent.keyboard('{End}')
  await expect.element(accept()).toBeEnabled()
  await userEvent.keyboard('{Tab}{Tab}')
  expect(document.activeElement).toBe(accept().element())
  await userEvent.keyboard('{Enter}')
  expect(onAccept).toHaveBeenCalledOnce()
})

test('a screen reader’s cursor, which scrolls nothing, reaches the end by a button that focuses the last part of the text', async () => {
  const { onAccept, box } = await open()
  await expect.element(accept()).toHaveAccessibleDescription('Scorri fino in fondo per accettare')
  const toEnd = page.getByRole('button', { name: 'Vai alla fine' })
  await toEnd.click()
  await expect.element(accept()).toBeEnabled()
  expect(document.activeElement).toBe(box.lastElementChild)
  expect(toEnd.elements()).toHaveLength(0)
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  expect(onAccept).toHaveBeenCalledOnce()
})

test.each([
  [640, 360],
  [320, 256],
  [180, 320],
])(
  'in a window of %i × %i, as large letters make it, the text still scrolls and the button is reached',
  async (w, h) => {
    await page.viewport(w, h)
    const { box, onAccept } = await open()
    expect(box.clientHeight).toBeGreaterThan(100)
    await expect.element(accept()).toBeDisabled()
    // The dialog takes the focus once it is drawn: an earlier key goes nowhere.
    await expect.poll(() => document.activeElement).toBe(box)
    await userEvent.keyboard('{End}')
    await expect.element(accept()).toBeEnabled()
    await accept().click()
    expect(onAccept).toHaveBeenCalledOnce()
    await page.viewport(1280, 800)
  },
)

test('Escape closes the dialog without accepting', async () => {
  const { onAccept, onClose } = await open()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  expect(onAccept).not.toHaveBeenCalled()
})

test('when the whole text fits, no scrolling is necessary', async () => {
  await page.viewport(1600, 3_000)
  const { box } = await open()
  box.setAttribute('style', 'flex: none')
  box.closest('[role=dialog]')?.setAttribute('style', 'max-height: none')
  await expect.element(accept()).toBeEnabled()
  await page.viewport(1280, 800)
})
