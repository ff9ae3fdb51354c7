import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '#web/testing/mount.tsx'
import { writeToken } from '#web/storage/token.ts'
import type { Showcase } from '../../contract.ts'
import { aShowcase, someId } from '../testing/showcases.ts'
import { view } from './ButtonLeavingView.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  writeToken(null)
})

const Leaving = view.screen
const seed = (data: Showcase | null) => [
  { key: 'GET /api/showcases/:showcase_id', input: { params: { showcase_id: someId } }, data },
]
const show = (position: string, data: Showcase | null = aShowcase()) =>
  mount(<Leaving showcase_id={someId} position={position} />, { seeds: seed(data) })
const title = page.getByRole('heading', { level: 1 })

test('names the host of the button at that place, and leads there or back', async () => {
  const fetched = vi.spyOn(window, 'fetch')
  show('4')
  await expect.element(title).toHaveTextContent('Stai lasciando TopTrader')
  await expect.element(page.getByText('broker.example', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/^Marta Ferrero ha scritto questo link/)).toBeVisible()
  const there = page.getByRole('link', { name: 'Continua sul sito' })
  await expect.element(there).toHaveAttribute('href', 'https://broker.example/conto')
  await expect.element(there).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
  await expect
    .element(page.getByRole('link', { name: 'Resta su TopTrader' }))
    .toHaveAttribute('href', `/vetrine/${someId}`)
  // The press on the showcase was counted; this page counts nothing.
  expect(fetched).not.toHaveBeenCalled()
})

test.each(['0', '01', '1.0', '5', '-1', 'x', '2', '3'])(
  'at the place %s no button is shown: the page leads back',
  async (position) => {
    show(position)
    await expect.element(title).toHaveTextContent('Link non più pubblico')
    await expect
      .element(page.getByRole('link', { name: 'Torna alla vetrina' }))
      .toHaveAttribute('href', `/vetrine/${someId}`)
    expect(page.getByRole('link', { name: 'Continua sul sito' }).elements()).toHaveLength(0)
  },
)

test('a showcase that the public must not see has no link for visitors, and has it for its owner', async () => {
  const fetched = vi.spyOn(window, 'fetch')
  show('1', null)
  await expect.element(title).toHaveTextContent('Link non più pubblico')
  await expect.element(page.getByRole('link', { name: 'Guarda le vetrine' })).toBeVisible()
  expect(fetched).not.toHaveBeenCalled()
  fetched.mockImplementation(() =>
    Promise.resolve(Response.json(aShowcase({ status: 'pending_review', owner_preview: true }))),
  )
  writeToken('token-of-the-owner')
  await expect.element(page.getByText('copia.example', { exact: true })).toBeVisible()
})

test('a showcase that could not be read is no missing link: it can be read again', async () => {
  const fetched = vi.spyOn(window, 'fetch')
  fetched.mockImplementation(() => Promise.resolve(Response.json({ detail: 'Errore' }, { status: 500 })))
  mount(<Leaving showcase_id={someId} position="1" />)
  await expect.element(page.getByText('Link non disponibile.')).toBeVisible()
  fetched.mockImplementation(() => Promise.resolve(Response.json(aShowcase())))
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(page.getByText('copia.example', { exact: true })).toBeVisible()
})
