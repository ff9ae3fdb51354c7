import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { connectToasts } from '#web/toasts.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import type { ShowcaseReport } from '#features/showcases/analytics-contract.ts'
import ownSheet from './own.css?inline'
import { MyShowcaseView } from './MyShowcaseView.tsx'
import type { MyShowcase } from './own-showcase.ts'
import { emptyReport, mine, reportOf, showcase } from './testing/own.ts'

withSheets(ownSheet)

let toasts: string[] = []
beforeEach(() => {
  toasts = []
  return connectToasts(({ text }) => void toasts.push(text))
})
afterEach(() => {
  vi.restoreAllMocks()
  window.history.replaceState({}, '', '/')
})

type Answer = MyShowcase | Response

/** The calls of the page, answered by their address. */
function answer(own: () => Answer | Promise<Answer>, report: (days: number) => ShowcaseReport | Response = reportOf) {
  return vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const address = typeof input === 'string' ? input : ''
    const url = new URL(address, window.location.origin)
    if (init?.method === 'DELETE') return new Response('{"message":"ok"}')
    if (url.pathname === '/api/my-showcase/analytics') {
      const body = report(Number(url.searchParams.get('days')))
      return body instanceof Response ? body : new Response(JSON.stringify(body))
    }
    const body = await own()
    return body instanceof Response ? body : new Response(JSON.stringify(body))
  })
}
const refusal = (status: number, detail: string) => () => new Response(JSON.stringify({ detail }), { status })
const textOf = (of: { element: () => Element }) => of.element().textContent
const heading = (name: string, level = 1) => page.getByRole('heading', { level, name, exact: true })

describe('instead of the page', () => {
  test('a skeleton is shown while it loads', async () => {
    answer(() => new Promise<Answer>(() => undefined))
    mount(<MyShowcaseView />)
    await expect.element(page.getByText('Caricamento vetrina...')).toBeVisible()
  })

  test('a visitor is asked to sign in, and comes back', async () => {
    answer(refusal(401, 'Accesso non autorizzato'))
    mount(<MyShowcaseView />)
    await expect.element(heading('Login Richiesto')).toBeVisible()
    await expect.element(page.getByText('Devi effettuare il login per accedere alla vetrina')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Accedi/Registrati' }))
      .toHaveAttribute('href', '/?view=auth&return=%2F%3Fview%3Dmy-showcase')
  })

  test.each([
    [
      'an error of the server',
      refusal(500, 'Si è verificato un errore interno.'),
      'Si è verificato un errore interno.',
    ],
    ['no network', () => Promise.reject(new TypeError('no')), 'Errore di connessione. Riprova più tardi.'],
  ])('%s is reported, with a button to try again', async (_name, own, text) => {
    answer(own)
    mount(<MyShowcaseView />)
    await expect.element(heading('Errore Vetrina')).toBeVisible()
    await expect.element(page.getByText('Errore nel caricamento della vetrina', { exact: true })).toBeVisible()
    await expect.element(page.getByText(text)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Riprova' })).toBeVisible()
  })

  test('an error while rendering has its own sentence', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    answer(() => ({ ...mine, moderation_messages: null }) as unknown as MyShowcase)
    mount(<MyShowcaseView />)
    await expect.element(page.getByText('Errore nel caricamento della Vetrina', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Ricarica la pagina' })).toBeVisible()
  })

  test.each<[string, Partial<MyShowcase>, string, string, string]>([
    [
      'an account',
      { has_connected_account: false, has_access: false, showcase: null },
      'Account richiesto',
      'Collega il conto',
      '/?view=dashboard#expert-advisor',
    ],
    [
      'Diamond',
      { is_diamond: false, has_access: false, showcase: null },
      'Serve Diamond',
      'Attiva Diamond',
      '/?view=diamond-subscribe',
    ],
    ['a first showcase', { showcase: null }, 'Non hai ancora una vetrina', 'Crea Vetrina', '/?view=showcase-editor'],
  ])('the missing step is %s', async (_name, changes, title, action, href) => {
    answer(() => ({ ...mine, ...changes }))
    mount(<MyShowcaseView />)
    await expect.element(heading(title, 2)).toBeVisible()
    await expect.element(page.getByRole('link', { name: action })).toHaveAttribute('href', href)
  })

  test('Diamond ended: since when, and that nothing is lost', async () => {
    const diamond_status = { expired: true, expired_date: '2026-11-02T12:00:00.000Z' }
    answer(() => ({ ...mine, is_diamond: false, has_access: false, diamond_status }))
    mount(<MyShowcaseView />)
    await expect.element(page.getByText('Diamond scaduto il 02/11/2026')).toBeVisible()
    await expect.element(heading('La tua vetrina è sospesa', 2)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Rinnova Diamond' }))
      .toHaveAttribute('href', '/?view=diamond-subscribe')
    await expect.element(page.getByRole('button', { name: 'Cancella' })).toBeVisible()
    await expect.element(page.getByText('Modifiche Richieste')).toBeVisible()
    await expect.element(page.getByText(/promette un rendimento mensile fisso/)).toBeVisible()
    await expect.element(page.getByText(/torna online così com’era/)).toBeVisible()
  })
})

describe('the page', () => {
  test('shows moderation first, then the status, then the next step', async () => {
    answer(() => mine)
    mount(<MyShowcaseView />)
    await expect.element(heading('Cambi asiatici, metodo lento')).toBeVisible()
    await expect.element(page.getByText('Modifiche Richieste')).toBeVisible()
    await expect.element(page.getByText('Aggiornata il 18/11/2026')).toBeVisible()
    const messages = page.getByRole('region', { name: 'Messaggi della moderazione' })
    await expect.element(messages.getByText('2 messaggi')).toBeInTheDocument()
    await expect.poll(() => textOf(messages.getByRole('listitem').first())).toMatch(/^18\/11\/2026, 11:04/)
    await expect
      .element(page.getByRole('link', { name: 'Modifica', exact: true }))
      .toHaveAttribute('href', '/?view=showcase-editor')
    await expect
      .element(page.getByRole('link', { name: 'Anteprima Pubblica' }))
      .toHaveAttribute('href', `/vetrine/${showcase.showcase_id}`)
  })

  test.each([
    ['draft', { is_public: false, published_version: null }, 'È una bozza: la vedi solo tu.'],
    ['pending_review', { is_public: false, published_version: null }, 'La vetrina è in moderazione.'],
    ['published_with_pending', {}, 'Le modifiche sono in moderazione.'],
    ['published', {}, 'La vetrina è online.'],
    ['published', { has_draft: true }, 'Hai una bozza non inviata.'],
    ['changes_requested', {}, 'Servono modifiche.'],
    ['rejected', {}, 'La vetrina è stata rifiutata.'],
  ] as const)('%s has its status in words', async (status, changes, words) => {
    answer(() => ({ ...mine, showcase: { ...showcase, status, ...changes } }))
    mount(<MyShowcaseView />)
    await expect.element(page.getByText(words)).toBeVisible()
  })

  test.each(['pending_review', 'published_with_pending'] as const)('%s promises no time', async (status) => {
    answer(() => ({ ...mine, showcase: { ...showcase, status } }))
    mount(<MyShowcaseView />)
    const words = page.getByText(/Decide un amministratore\. La risposta compare qui e ti arriva per email/)
    await expect.element(words).toBeVisible()
    expect(textOf(words)).not.toMatch(/\bor[ae]\b|giorn/)
  })

  test('a site without mail promises none', async () => {
    answer(() => ({ ...mine, sends_mail: false, showcase: { ...showcase, status: 'pending_review' } }))
    mount(<MyShowcaseView />)
    await expect.element(page.getByText(/La risposta compare qui: non devi fare altro/)).toBeVisible()
    expect(page.getByText(/ti arriva per email/).elements()).toHaveLength(0)
  })

  test('a draft leads to the last step of the editor', async () => {
    answer(() => ({ ...mine, showcase: { ...showcase, has_draft: true } }))
    mount(<MyShowcaseView />)
    await expect
      .element(page.getByRole('link', { name: 'Controlla e invia' }))
      .toHaveAttribute('href', '/?view=showcase-editor&step=4')
  })

  test('an admin’s approved showcase without Diamond is said to be hidden', async () => {
    answer(() => ({ ...mine, is_diamond: false, is_admin: true, showcase: { ...showcase, is_public: false } }))
    mount(<MyShowcaseView />)
    await expect.element(page.getByText('Approvata, ma non online.')).toBeVisible()
  })

  test('is removed after a question, once', async () => {
    let isGone = false
    const calls = answer(() => (isGone ? { ...mine, showcase: null } : mine))
    mount(<MyShowcaseView />)
    await page.getByRole('button', { name: 'Cancella' }).click()
    await expect.element(page.getByText('Eliminare la vetrina?')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Annulla' })).toHaveFocus()
    isGone = true
    await page.getByRole('button', { name: 'Elimina', exact: true }).dblClick()
    await expect.element(heading('Non hai ancora una vetrina', 2)).toBeVisible()
    expect(toasts).toEqual(['✅ Vetrina eliminata con successo!'])
    expect(calls.mock.calls.filter(([, init]) => init?.method === 'DELETE')).toHaveLength(1)
  })

  test.each([
    [
      '{"detail":"Non hai i permessi per questa operazione: accedi con un account che li ha."}',
      403,
      'Non hai i permessi per questa operazione: accedi con un account che li ha.',
    ],
    ['<html>', 502, 'Errore sconosciuto'],
  ])('a removal that fails says why: %s', async (body, status, words) => {
    const calls = answer(() => mine)
    mount(<MyShowcaseView />)
    await page.getByRole('button', { name: 'Cancella' }).click()
    calls.mockResolvedValue(new Response(body, { status }))
    await page.getByRole('button', { name: 'Elimina', exact: true }).click()
    await expect.element(page.getByText(`Errore eliminazione vetrina: ${words}`, { exact: true })).toBeVisible()
    expect(toasts).toEqual([`❌ Errore eliminazione vetrina: ${words}`])
  })
})

describe('analytics', () => {
  test('show the figures with their change, and the place on the same line of days', async () => {
    answer(() => mine)
    mount(<MyShowcaseView />)
    await expect.element(page.getByText('+12,6%')).toBeVisible()
    await expect.element(page.getByText('−0,57 punti')).toBeVisible()
    await expect.element(page.getByText('+6,74%')).toBeVisible()
    await expect.element(page.getByText('#3, win rate 63,2%, drawdown −8,40%', { exact: true })).toBeVisible()
    const chart = page.getByRole('figure')
    await expect.poll(() => textOf(chart)).toMatch(/^Dal 22\/10\/2026 al 20\/11\/2026: 2\.\d{3} visite e 3\d\d clic\./)
    await expect.poll(() => textOf(chart)).toMatch(/Posizione in classifica: dal #\d al #\d\./)
    expect(document.querySelectorAll('.own-views')).toHaveLength(30)
    expect(document.querySelectorAll('.own-clicks')).toHaveLength(30)
    expect(document.querySelectorAll('.own-rank')).toHaveLength(25)
    expect(document.querySelectorAll('[style]:not(html, body)')).toHaveLength(0)
  })

  test('open as a table, by the keyboard', async () => {
    answer(() => mine)
    mount(<MyShowcaseView />)
    const button = page.getByRole('button', { name: 'Vedi i dati' })
    await expect.element(button).toHaveAttribute('aria-expanded', 'false')
    button.element().focus()
    await userEvent.keyboard('{Enter}')
    const table = page.getByRole('region', { name: 'Dati: visite e clic al giorno' })
    expect(table.getByRole('row').elements()).toHaveLength(31)
    await expect.poll(() => textOf(table.getByRole('row').nth(1))).toMatch(/^20\/11\/2026/)
    await expect.poll(() => textOf(table.getByRole('row').last())).toMatch(/^22\/10\/2026.*N\/A$/)
  })

  test('stand beside the chart by link and by source', async () => {
    answer(() => mine)
    mount(<MyShowcaseView />)
    const links = page.getByRole('region', { name: 'Clic per link' })
    await expect.element(links.getByRole('row', { name: /^Copia i miei trade ?pulsante 1 128/ })).toBeVisible()
    await expect.poll(() => textOf(links.getByRole('row', { name: /^Totale/ }))).toMatch('14,29%')
    const sources = page.getByRole('region', { name: 'Da dove arrivano' })
    await expect.element(sources.getByRole('row', { name: /^Classifica 1\.204 180 14,95%/ })).toBeVisible()
    await expect.element(sources.getByRole('row', { name: /^Diretto o sconosciuto/ })).toBeVisible()
  })

  test('of other days are requested; the address holds their number', async () => {
    const calls = answer(() => mine)
    mount(<MyShowcaseView />)
    await page.getByText('7 giorni').first().click()
    await expect.poll(() => document.querySelectorAll('.own-views').length).toBe(7)
    expect(window.location.search).toBe('?view=my-showcase&days=7')
    expect(calls.mock.calls.map(([input]) => input)).toContain('/api/my-showcase/analytics?days=7')
  })

  test.each([
    [true, /^Passa il link a chi ti segue/],
    [false, /^Quando la vetrina è online/],
  ])('are empty before the first visit (public: %s)', async (is_public, words) => {
    answer(() => ({ ...mine, showcase: { ...showcase, is_public } }), emptyReport)
    mount(<MyShowcaseView />)
    await expect.element(heading('Nessuna visita ancora', 2)).toBeVisible()
    await expect.element(page.getByText(words)).toBeVisible()
    expect(page.getByRole('figure').elements()).toHaveLength(0)
  })

  test('that fail leave the page, and can be requested again', async () => {
    let isUp = false
    answer(
      () => mine,
      (days) =>
        isUp ? reportOf(days) : new Response('{"detail":"Servizio momentaneamente non disponibile."}', { status: 503 }),
    )
    mount(<MyShowcaseView />)
    await expect.element(page.getByText('Statistiche non disponibili.')).toBeVisible()
    await expect.element(heading('Cambi asiatici, metodo lento')).toBeVisible()
    isUp = true
    await page.getByRole('button', { name: 'Riprova' }).click()
    await expect.element(page.getByRole('figure')).toBeVisible()
  })

  test('are saved as a file', async () => {
    const calls = answer(() => mine)
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    mount(<MyShowcaseView />)
    await page.getByRole('button', { name: 'Scarica CSV' }).click()
    await expect.poll(() => click.mock.calls.length).toBe(1)
    expect(calls.mock.calls.map(([input]) => input)).toContain('/api/my-showcase/analytics?format=csv&days=30')
  })
})
