import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { adminAddress } from '#shared/admin-pages.ts'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { startAt } from '#web/testing/routed.ts'
import { Toasts } from '#web/ui/frame/Toasts.tsx'
import pagesSheet from '#features/admin/web/pages/pages.css?inline'
import { replyAddress, type InboxMessage } from './inbox.ts'
import { InboxPage } from './InboxPage.tsx'
import { messageWith } from './testing/messages.ts'
import { OpenCount } from './OpenCount.tsx'

withSheets(pagesSheet)

const read = 'GET /api/admin/contacts'
const bruno = 'b0000000-0000-4000-8000-000000000002'
startAt(adminAddress('contacts'))
afterEach(() => vi.restoreAllMocks())

/** An inbox that remembers what is marked. */
function inbox(first: InboxMessage[]) {
  const messages = first.map((message) => ({ ...message }))
  const requests: string[] = []
  const handle = (id: string, at: string | null) => {
    const message = messages.find(({ message_id: own }) => own === id)
    if (message !== undefined) Object.assign(message, { handled_at: at, handled_by_username: at && 'capo' })
    return { body: { message: at === null ? 'Messaggio di nuovo da gestire.' : 'Messaggio segnato come gestito.' } }
  }
  serveCalls({
    [read]: ({ url }) => {
      requests.push(url.search)
      const shown = [...messages].sort((a, b) => Number(a.handled_at !== null) - Number(b.handled_at !== null))
      const open_count = messages.filter(({ handled_at: at }) => at === null).length
      return { body: { messages: shown, total: shown.length, open_count, next_cursor: null } }
    },
    ...Object.fromEntries(
      first.flatMap(({ message_id: id }) => [
        [`POST /api/admin/contacts/${id}/handled`, () => handle(id, '2026-11-20T10:00:00.000Z')],
        [`DELETE /api/admin/contacts/${id}/handled`, () => handle(id, null)],
      ]),
    ),
  })
  return requests
}
const draw = () =>
  mount(
    <>
      <OpenCount />
      <InboxPage />
      <Toasts />
    </>,
  )

test('the line below is never larger than the one above, and an opened message has the size of reading text', async () => {
  inbox([messageWith('m1', { trader_id: null, username: null })])
  draw()
  const opener = page.getByRole('button', { name: 'Problemi di pagamento' })
  await expect.element(opener).toBeVisible()
  const sizeOf = (element: Element | null) => Number.parseFloat(getComputedStyle(element ?? document.body).fontSize)
  const cell = page.getByText('anna@verdi.example').first().element()
  expect(sizeOf(cell)).toBeLessThanOrEqual(sizeOf(cell.parentElement))
  expect(sizeOf(document.querySelector('.msg-start'))).toBeLessThanOrEqual(sizeOf(opener.element()))
  await opener.click()
  await expect.element(page.getByRole('region', { name: 'Dettagli: Problemi di pagamento' })).toBeVisible()
  expect(sizeOf(document.querySelector('.msg-text'))).toBe(sizeOf(document.body))
})

test('a message shows in full as text with its writer, and is answered by mail', async () => {
  const requests = inbox([
    messageWith('m1'),
    messageWith('m2', { trader_id: bruno, username: 'bruno', subject: 'altro', subject_text: 'Altro' }),
  ])
  draw()
  await expect.element(page.getByText('2 messaggi da gestire.')).toBeVisible()
  expect(requests).toContain('?sort_by=state&order=asc&page=1&limit=25')
  await page.getByRole('button', { name: 'Problemi di pagamento' }).click()
  const detail = page.getByRole('region', { name: 'Dettagli: Problemi di pagamento' })
  await expect.element(detail.getByText(/<b>ho pagato<\/b> ieri\./)).toBeVisible()
  await expect.element(detail.getByText(/chiunque può aver indicato questo indirizzo/)).toBeVisible()
  await expect
    .element(detail.getByRole('link', { name: 'Rispondi' }))
    .toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:anna@verdi\.example\?subject=Re%3A%20Problemi%20di%20pagamento/),
    )
  await page.getByRole('button', { name: 'Altro' }).click()
  await expect
    .element(page.getByRole('link', { name: '@bruno' }))
    .toHaveAttribute('href', adminAddress('users', { q: bruno, open: bruno }))
  await expect.element(page.getByText(/non verificato\./)).toBeVisible()
})

test('is handled, taken back, and the next one is a key away', async () => {
  inbox([messageWith('m1'), messageWith('m2', { subject: 'altro', subject_text: 'Altro', message: 'Complimenti.' })])
  draw()
  await page.getByRole('button', { name: 'Problemi di pagamento' }).click()
  await page.getByRole('button', { name: 'Segna come gestito' }).click()
  await expect.element(page.getByText('Messaggio segnato come gestito.')).toBeVisible()
  await expect.element(page.getByText(/Gestito il 20\/11\/2026, 11:00 da @capo\./)).toBeVisible()
  await expect.element(page.getByText('1 messaggio da gestire.')).toBeVisible()
  await page.getByRole('button', { name: 'Annulla: ancora da gestire' }).click()
  await expect.element(page.getByText('2 messaggi da gestire.')).toBeVisible()
  await page.getByRole('button', { name: 'Prossimo da gestire' }).click()
  await expect.element(page.getByRole('button', { name: 'Altro' })).toHaveFocus()
  await expect.element(page.getByRole('region', { name: 'Dettagli: Altro' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('region')).not.toBeInTheDocument()
})

test('a failure shows at its button', async () => {
  inbox([messageWith('m1')])
  draw()
  await page.getByRole('button', { name: 'Problemi di pagamento' }).click()
  vi.mocked(window.fetch).mockImplementationOnce(() =>
    Promise.resolve(new Response(JSON.stringify({ detail: 'Il messaggio non c’è più.' }), { status: 404 })),
  )
  await page.getByRole('button', { name: 'Segna come gestito' }).click()
  await expect.element(page.getByRole('alert').getByText(/Il messaggio non c’è più/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Segna come gestito' })).toBeEnabled()
})

test('an empty inbox explains its purpose', async () => {
  inbox([])
  draw()
  await expect.element(page.getByText('I messaggi della pagina Contattaci arrivano qui.')).toBeVisible()
  await expect.element(page.getByText('Nessun messaggio da gestire.')).toBeVisible()
})

test('an address or a text of a stranger adds nothing to the mail that an answer opens', () => {
  const evil = messageWith('m', { email: 'a?bcc=b@c.example&x', message: 'x'.repeat(5_000), name: 'A\r\nBcc: z' })
  const address = new URL(replyAddress(evil))
  expect(decodeURIComponent(address.pathname)).toBe('a?bcc=b@c.example&x')
  expect([...address.searchParams.keys()]).toEqual(['subject', 'body'])
  expect(address.href.length).toBeLessThan(2_000)
  expect(address.searchParams.get('body')).toMatch(/> \[…\]$/)
})
