import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MaintenanceBadge } from '#features/maintenance/web/MaintenanceBadge.tsx'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { clearSessionState } from '#web/storage/session-state.ts'
import { createQueryClient } from '#web/query.ts'
import { connectToasts } from '#web/toasts.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import adminSheet from '#features/admin/web/admin.css?inline'
import { MaintenanceTab } from './MaintenanceTab.tsx'

withSheets(adminSheet)

afterEach(() => {
  vi.restoreAllMocks()
  clearSessionState()
})

const usual = 'Sito in manutenzione. Torneremo presto!'
const field = page.getByRole('textbox', { name: /^Messaggio/ })
const control = page.getByRole('switch', { name: 'Modalità manutenzione' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const question = page.getByRole('alertdialog', { name: 'Attivare la manutenzione?' })

interface Site {
  state: { enabled: boolean; message: string }
  /** An answer in place of the server's usual one. */
  toggled?: () => Promise<{ status?: number; body: unknown }>
}

/** The server's side, and the requests to it. */
function open(site: Site) {
  const sent: string[] = []
  const said: string[] = []
  connectToasts(({ text }) => said.push(text))
  serveCalls({
    'GET /api/admin/maintenance/status': () => ({ body: site.state }),
    'POST /api/admin/maintenance/toggle': async ({ url }) => {
      sent.push(decodeURIComponent(url.search.replaceAll('+', ' ')))
      if (site.toggled !== undefined) return site.toggled()
      const { searchParams } = url
      site.state = {
        enabled: searchParams.get('enabled') === 'true',
        message: searchParams.get('message') ?? site.state.message,
      }
      return { body: site.state }
    },
  })
  const client = createQueryClient()
  mount(
    <>
      <MaintenanceBadge />
      <MaintenanceTab />
    </>,
    { client },
  )
  return { sent, said, again: () => client.invalidateQueries() }
}

describe('closing the site', () => {
  test('is confirmed first, shows the visitors’ message, and happens once', async () => {
    const { sent, said } = open({ state: { enabled: false, message: usual } })
    await expect.element(page.getByText('Sito attivo')).toBeVisible()
    await expect.element(field).toHaveValue(usual)
    await expect.element(page.getByText('39/300')).toBeVisible()
    await field.fill('Torniamo alle 18\ndi oggi 👩‍👩‍👧')
    await expect.element(field).toHaveValue('Torniamo alle 18 di oggi 👩‍👩‍👧')
    await expect.element(page.getByText('26/300')).toBeVisible()
    await button('Attiva manutenzione').click()
    await expect.element(question.getByText(/«Torniamo alle 18 di oggi/)).toBeVisible()
    await expect
      .element(question.getByText(/Le sincronizzazioni degli Expert Advisor e le notifiche dei pagamenti continuano/))
      .toBeVisible()
    await expect.element(question.getByRole('button', { name: 'Annulla' })).toHaveFocus()
    expect(sent).toEqual([])
    await question.getByRole('button', { name: 'Attiva manutenzione' }).dblClick()
    await expect.element(page.getByText('In manutenzione', { exact: true })).toBeVisible()
    await expect.element(control).toHaveAttribute('aria-checked', 'true')
    expect(sent).toEqual(['?enabled=true&message=Torniamo alle 18 di oggi 👩‍👩‍👧'])
    expect(said).toEqual(['Manutenzione attivata'])
    await expect.element(question).not.toBeInTheDocument()
  })

  test('works by the switch, with the keyboard; cancelled it stays open', async () => {
    const { sent } = open({ state: { enabled: false, message: usual } })
    await expect.element(control).toBeVisible()
    ;(control.element() as HTMLElement).focus()
    await userEvent.keyboard(' ')
    await expect.element(question).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(control).not.toBeChecked()
    await expect.element(control).toHaveFocus()
    expect(sent).toEqual([])
  })

  test.each([
    ['   ', 'Scrivi il messaggio per chi visita il sito.'],
    ['a'.repeat(301), 'Al massimo 300 caratteri.'],
    ['\u3164', 'Il messaggio contiene caratteri invisibili o di controllo: toglili.'],
  ])('not with a message that cannot be (%#)', async (text, sentence) => {
    const { sent } = open({ state: { enabled: false, message: usual } })
    await field.fill(text)
    await button('Attiva manutenzione').click()
    await expect.element(page.getByText(sentence)).toBeVisible()
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await expect.element(question).not.toBeInTheDocument()
    expect(sent).toEqual([])
  })

  test('after a failure the confirmation says why, and it can be tried again', async () => {
    const site: Site = {
      state: { enabled: false, message: usual },
      toggled: async () => ({ status: 503, body: { detail: 'Servizio momentaneamente non disponibile.' } }),
    }
    const { sent } = open(site)
    await button('Attiva manutenzione').click()
    await question.getByRole('button', { name: 'Attiva manutenzione' }).click()
    await expect.element(question.getByText(/Servizio momentaneamente non disponibile/)).toBeVisible()
    await expect.element(page.getByText('Sito attivo')).toBeVisible()
    delete site.toggled
    await question.getByRole('button', { name: 'Attiva manutenzione' }).click()
    await expect.element(page.getByText('In manutenzione', { exact: true })).toBeVisible()
    expect(sent).toHaveLength(2)
  })
})

describe('a closed site', () => {
  test('opens at once, with the message unchanged', async () => {
    const clicked = Promise.withResolvers<void>()
    const site: Site = { state: { enabled: true, message: 'Torniamo presto.' } }
    site.toggled = async () => {
      // An answer between two clicks would put another button under the second one.
      await clicked.promise
      site.state = { ...site.state, enabled: false }
      return { body: site.state }
    }
    const { sent, said } = open(site)
    await button('Disattiva manutenzione').dblClick()
    clicked.resolve()
    await expect.element(page.getByText('Sito attivo')).toBeVisible()
    expect(sent).toEqual(['?enabled=false'])
    expect(said).toEqual(['Manutenzione disattivata'])
    await expect.element(field).toHaveValue('Torniamo presto.')
  })

  test('its message can be changed', async () => {
    const { sent, said } = open({ state: { enabled: true, message: 'Torniamo presto.' } })
    await expect.element(button('Aggiorna messaggio')).not.toBeInTheDocument()
    await field.fill('Ancora dieci minuti.')
    await button('Aggiorna messaggio').click()
    await expect.poll(() => said).toEqual(['Messaggio aggiornato'])
    expect(sent).toEqual(['?enabled=true&message=Ancora dieci minuti.'])
    await expect.element(button('Aggiorna messaggio')).not.toBeInTheDocument()
  })

  test('a failed opening is reported, and the site stays closed', async () => {
    open({
      state: { enabled: true, message: usual },
      toggled: async () => ({ status: 500, body: { detail: 'Si è verificato un errore interno.' } }),
    })
    await button('Disattiva manutenzione').click()
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Il sito resta' }))
      .toHaveTextContent('Il sito resta in manutenzione. Si è verificato un errore interno.')
    await expect.element(control).toBeChecked()
  })
})

test('another admin’s change appears, except in a message that is being written', async () => {
  const site: Site = { state: { enabled: false, message: usual } }
  const { again } = open(site)
  await expect.element(page.getByText('Sito attivo')).toBeVisible()
  site.state = { enabled: true, message: 'Da un altro.' }
  await again()
  await expect.element(page.getByText('In manutenzione', { exact: true })).toBeVisible()
  await expect.element(field).toHaveValue('Da un altro.')
  await field.fill('Il mio')
  site.state = { enabled: true, message: 'Da un altro ancora.' }
  await again()
  await expect.element(field).toHaveValue('Il mio')
})

test('a state that fails to load is reported, and requested again', async () => {
  const calls = { fails: true }
  serveCalls({
    'GET /api/admin/maintenance/status': () =>
      calls.fails ? { status: 500, body: { detail: 'Errore interno.' } } : { body: { enabled: false, message: usual } },
  })
  mount(<MaintenanceTab />)
  await expect.element(page.getByText('Stato della manutenzione non caricato.')).toBeVisible()
  calls.fails = false
  await page.getByRole('alert').filter({ hasText: 'manutenzione' }).getByRole('button', { name: 'Riprova' }).click()
  await expect.element(control).toBeVisible()
})

test('the rows below link to the messages and to the log, and count the waiting messages', async () => {
  serveCalls({
    'GET /api/dashboard': () => ({ body: { admin: { open_count: 3 } } }),
  })
  mount(<MaintenanceTab />)
  await expect.element(page.getByText('3 da gestire')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Apri Messaggi' }))
    .toHaveAttribute('href', '/?view=admin&page=contacts')
  await expect
    .element(page.getByRole('link', { name: 'Apri Registro' }))
    .toHaveAttribute('href', '/?view=admin&page=audit')
})

test('a number of messages that fails to load is reported', async () => {
  serveCalls({ 'GET /api/dashboard': () => ({ status: 403, body: { detail: 'Non ora.' } }) })
  mount(<MaintenanceTab />)
  await expect.element(page.getByText('Non disponibili: Non ora.')).toBeVisible()
})
