import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import dashboardSheet from '#features/dashboard/web/dashboard.css?inline'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { Toasts } from '#web/ui/frame/Toasts.tsx'
import { MyfxbookCard } from './MyfxbookCard.tsx'
import { MyfxbookLink } from './MyfxbookLink.tsx'

withSheets(dashboardSheet)

const linked = 'https://www.myfxbook.com/members/lucabertani'
const put = 'PUT /api/trader/myfxbook'
const remove = 'DELETE /api/trader/myfxbook'

afterEach(() => vi.restoreAllMocks())

function Card({ first }: { first: string | null }) {
  const [url, setUrl] = useState(first)
  return (
    <>
      <MyfxbookCard url={url}>
        <MyfxbookLink url={url} host="myfxbook.com" onChange={setUrl} />
      </MyfxbookCard>
      <Toasts />
    </>
  )
}
const show = (url: string | null) => mount(<Card first={url} />)
const field = () => page.getByLabelText('Indirizzo della pagina')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const text = () => document.body.textContent.replaceAll(/\s/g, ' ')
const answered = (url: string | null, message: string) => () => ({
  body: { success: true, message, myfxbook_url: url },
})

test.each([
  ['', '❌ Inserisci un URL MyFxBook valido'],
  ['   ', '❌ Inserisci un URL MyFxBook valido'],
  ['https://example.com/me', "L'URL deve contenere myfxbook.com"],
  ['https://myfxbook.com.evil.com/', "L'URL deve contenere myfxbook.com"],
  ['http://www.myfxbook.com/me', 'Il link deve iniziare con https://'],
])('%j is refused at the field, and nothing is sent: %s', async (typed, sentence) => {
  const requests = serveCalls({})
  show(null)
  await expect.element(page.getByText('Non collegato', { exact: true })).toBeVisible()
  await field().fill(typed)
  await button('Collega').click()
  await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field()).toHaveAccessibleDescription(sentence)
  await expect.element(field()).toHaveFocus()
  // The error disappears with the next letter.
  await userEvent.type(field(), 'x')
  await expect.element(field()).not.toHaveAttribute('aria-invalid')
  expect(requests).toEqual([])
})

test('linking is confirmed, shows the page and offers to change it', async () => {
  const requests = serveCalls({ [put]: answered(linked, '✅ MyFxBook collegato con successo!') })
  show(null)
  await field().fill(` ${linked} `)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Collegato', { exact: true })).toBeVisible()
  await expect.poll(text).toContain('✅ MyFxBook collegato con successo!')
  await expect
    .element(page.getByRole('link', { name: 'myfxbook.com/members/lucabertani' }))
    .toHaveAttribute('href', linked)
  await expect.element(button('Modifica')).toHaveFocus()
  expect(requests).toEqual([{ key: put, body: { myfxbook_url: linked } }])
})

test('a page is changed, or left unchanged', async () => {
  const other = 'https://www.myfxbook.com/members/altro'
  serveCalls({ [put]: answered(other, '✅ MyFxBook collegato con successo!') })
  show(linked)
  await button('Modifica').click()
  await expect.element(field()).toHaveFocus()
  await expect.element(field()).toHaveValue(linked)
  await button('Annulla').click()
  await expect.element(button('Modifica')).toHaveFocus()
  await button('Modifica').click()
  await field().fill(other)
  await button('Salva').click()
  await expect.element(page.getByRole('link', { name: 'myfxbook.com/members/altro' })).toBeVisible()
})

test.each([
  [{ status: 500, body: { detail: 'Qualcosa non va.' } }, 'Qualcosa non va.'],
  [{ status: 502, body: 'no words' }, 'Errore collegamento MyFxBook'],
])('a failed link is reported where it can be tried again: %j', async (answer, sentence) => {
  serveCalls({ [put]: () => answer })
  show(null)
  await field().fill(linked)
  await button('Collega').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(sentence)
  await expect.element(field()).toHaveValue(linked)
})

test('the server’s refusal stands at the field', async () => {
  const sentence = "L'URL deve contenere myfxbook.com"
  serveCalls({ [put]: () => ({ status: 422, body: { detail: sentence, fields: { myfxbook_url: sentence } } }) })
  show(null)
  await field().fill(linked)
  await button('Collega').click()
  await expect.element(field()).toHaveAccessibleDescription(sentence)
  expect(page.getByRole('alert').elements()).toHaveLength(0)
})

test('without a network linking and removing have their own messages', async () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('away'))
  show(linked)
  await button('Modifica').click()
  await button('Salva').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Errore di rete')
  await button('Annulla').click()
  await button('Rimuovi').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rimuovi' }).click()
  await expect.element(page.getByRole('alertdialog').getByRole('alert')).toHaveTextContent('Errore rete')
})

test('removal asks for confirmation, and is then announced', async () => {
  const requests = serveCalls({ [remove]: answered(null, '✅ MyFxBook rimosso') })
  show(linked)
  const dialog = page.getByRole('alertdialog', { name: 'Rimuovere MyFxBook?' })
  await button('Rimuovi').click()
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  await expect.poll(() => dialog.elements()).toHaveLength(0)
  expect(requests).toEqual([])
  await button('Rimuovi').click()
  await dialog.getByRole('button', { name: 'Rimuovi' }).click()
  await expect.element(page.getByText('Non collegato', { exact: true })).toBeVisible()
  await expect.poll(text).toContain('✅ MyFxBook rimosso')
  await expect.element(field()).toHaveFocus()
  expect(requests.map(({ key }) => key)).toEqual([remove])
})

test.each([
  [{ status: 503, body: { detail: 'Non ora.' } }, 'Non ora.'],
  [{ status: 502, body: 'no words' }, 'Errore rimozione MyFxBook'],
])('a failed removal is reported in the question: %j', async (answer, sentence) => {
  serveCalls({ [remove]: () => answer })
  show(linked)
  await button('Rimuovi').click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Rimuovi' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(sentence)
})
