import { useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { getProfile } from '#features/account/contract.ts'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { q } from '#web/api.ts'
import { createQueryClient } from '#web/query.ts'
import { startRouter } from '#web/router.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import accountSheet from './account.css?inline'
import type { Profile } from './own-profile.ts'
import { profile } from './testing/account.ts'
import { TextsForm } from './TextsForm.tsx'

withSheets(accountSheet)

const read = 'GET /api/account/profile'
const write = 'PUT /api/account/profile'
const start = window.location.pathname + window.location.search
let stopRouter = () => {}
beforeEach(() => {
  sessionStorage.clear()
  stopRouter = startRouter((address) => address.startsWith('/?view='))
})
afterEach(() => {
  stopRouter()
  vi.restoreAllMocks()
  window.history.replaceState({}, '', start)
})

function Form() {
  const { data } = useQuery({ ...q<typeof getProfile>(read, {}), staleTime: Infinity })
  return (
    <>
      {data !== undefined && <TextsForm profile={data} />}
      <a href="/?view=dashboard">Dashboard</a>
      <a href="#sotto">Più sotto</a>
    </>
  )
}

function show(calls: Parameters<typeof serveCalls>[0] = {}, shown: Profile = profile) {
  const requests = serveCalls(calls)
  mount(<Form />, { seeds: [{ key: read, input: {}, data: shown }] })
  return requests
}

const bio = () => page.getByLabelText(/^Bio/)
const social = () => page.getByLabelText(/^Testo per la condivisione/)
const save = () => page.getByRole('button', { name: 'Salva il profilo' })
const question = () => page.getByRole('alertdialog', { name: 'Uscire senza salvare?' })
const saves = (body: unknown) => ({ body: { ...profile, ...(body as object) } })

test.each([
  [null, 1],
  [{ platform: 'MT5' }, 0],
])('the preview says from when the link works (account %j)', async (account, notes) => {
  const requests = show({ 'GET /api/dashboard': () => ({ body: { account } }) })
  await expect.poll(() => requests.some(({ key }) => key === 'GET /api/dashboard')).toBe(true)
  const note = page.getByText('Il link funziona da quando colleghi un conto: fino ad allora il profilo non è pubblico.')
  await expect.poll(() => note.elements().length).toBe(notes)
})

test('the keyboard stays in the form after saving and after undoing', async () => {
  show({ [write]: ({ body }) => saves(body) })
  await bio().fill('Opero sulle valute.')
  await save().click()
  await expect.element(page.getByRole('status').filter({ hasText: /^Salvato alle/ })).toHaveFocus()
  await bio().fill('Opero sui metalli.')
  await page.getByRole('button', { name: 'Annulla modifiche' }).click()
  await expect.element(page.getByRole('status').filter({ hasText: 'Modifiche annullate.' })).toHaveFocus()
})

test('fields that another part of the page saved meanwhile stay', async () => {
  const client = createQueryClient()
  serveCalls({
    [write]: ({ body }) => {
      client.setQueryData([read, {}], { ...profile, hide_amounts: true })
      return saves(body)
    },
  })
  mount(<Form />, { seeds: [{ key: read, input: {}, data: profile }], client })
  await bio().fill('Altra bio.')
  await save().click()
  await expect.element(page.getByText(/^Salvato alle/)).toBeVisible()
  expect(client.getQueryData([read, {}])).toMatchObject({ bio: 'Altra bio.', hide_amounts: true })
})

test('only changed fields are sent; then nothing is unsaved', async () => {
  const requests = show({ [write]: ({ body }) => saves(body) })
  await expect.element(save()).toBeDisabled()
  await expect.element(page.getByText('26/500')).toBeVisible()
  await expect.element(page.getByText(/^Chiara Neri\. Poi le cifre di quel giorno: ROI/)).toBeVisible()
  await social().fill('Cambi asiatici, metodo lento.')
  await expect.element(page.getByText('29/140')).toBeVisible()
  await expect.element(page.getByText(/^Cambi asiatici, metodo lento\. Poi le cifre/)).toBeVisible()
  await expect.element(page.getByText('Modifiche non salvate.')).toBeVisible()
  await save().click()
  await expect.element(page.getByText(/^Salvato alle \d\d:\d\d\.$/)).toBeVisible()
  expect(requests.find(({ key }) => key === write)?.body).toEqual({ social_text: 'Cambi asiatici, metodo lento.' })
  await expect.element(save()).toBeDisabled()
  expect(sessionStorage.getItem('profile-draft:chiara.neri')).toBeNull()
})

test('signs are counted as people see them, and too many are refused at the field', async () => {
  const requests = show()
  await social().fill('👨‍👩‍👧‍👦'.repeat(140))
  await expect.element(page.getByText('140/140')).toBeVisible()
  await social().fill('a'.repeat(141))
  await save().click()
  await expect.element(page.getByText('Al massimo 140 caratteri.')).toBeVisible()
  await expect.element(social()).toHaveFocus()
  await bio().fill('Ciao\u202Eoaic')
  await save().click()
  await expect.element(page.getByText('Il testo contiene caratteri invisibili o di controllo: toglili.')).toBeVisible()
  await expect.element(bio()).toHaveFocus()
  expect(requests.filter(({ key }) => key === write)).toHaveLength(0)
})

test('refusals of the server stand at their field; a failed request can be sent again', async () => {
  const answers = [
    { status: 422, body: { detail: 'Controlla i dati inseriti.', fields: { bio: 'Niente promesse di rendimento.' } } },
    { status: 503, body: { detail: 'Servizio momentaneamente non disponibile. Riprova tra poco.' } },
  ]
  show({ [write]: ({ body }) => answers.shift() ?? saves(body) })
  await bio().fill('Guadagni sicuri')
  await save().click()
  await expect.element(page.getByText('Niente promesse di rendimento.', { exact: true })).toBeVisible()
  await expect.element(bio()).toHaveFocus()
  await save().click()
  await expect.element(page.getByText('Profilo non salvato.')).toBeVisible()
  await expect.element(bio()).toHaveValue('Guadagni sicuri')
  await save().click()
  await expect.element(page.getByText(/^Salvato alle/)).toBeVisible()
  expect(page.getByText('Profilo non salvato.').elements()).toHaveLength(0)
})

test('an ended session keeps the text, and leads to the sign-in', async () => {
  const requests = show({ [write]: () => ({ status: 401, body: { detail: 'Accesso non autorizzato' } }) })
  await bio().fill('Un testo lungo')
  await save().click()
  await expect.element(page.getByText('Sessione scaduta')).toBeVisible()
  expect(JSON.parse(sessionStorage.getItem('profile-draft:chiara.neri') ?? '')).toEqual({ bio: 'Un testo lungo' })
  expect(requests.filter(({ key }) => key === write)).toHaveLength(1)
})

test('a stored draft is restored for its owner alone, and can be dropped', async () => {
  sessionStorage.setItem('profile-draft:chiara.neri', JSON.stringify({ bio: 'Da finire' }))
  sessionStorage.setItem('profile-draft:marta', JSON.stringify({ bio: 'Di un’altra' }))
  show()
  await expect.element(bio()).toHaveValue('Da finire')
  await expect.element(page.getByText('Modifiche non salvate ritrovate.')).toBeVisible()
  await page.getByRole('button', { name: 'Annulla modifiche' }).click()
  await expect.element(bio()).toHaveValue('Opero sui cambi, di notte.')
  expect(page.getByText('Modifiche non salvate ritrovate.').elements()).toHaveLength(0)
  expect(sessionStorage.getItem('profile-draft:chiara.neri')).toBeNull()
})

test.each(['{', '[]', '{"bio":3}', 'null'])('a malformed draft is ignored: %s', async (text) => {
  sessionStorage.setItem('profile-draft:chiara.neri', text)
  show()
  await expect.element(bio()).toHaveValue('Opero sui cambi, di notte.')
})

test('a link away is confirmed first; the draft is dropped, and the navigation goes on', async () => {
  show()
  await bio().fill('Nuova bio')
  const link = page.getByRole('link', { name: 'Dashboard' })
  await link.click()
  await expect.element(question()).toBeVisible()
  expect(window.location.search).not.toContain('view=dashboard')
  await userEvent.keyboard('{Escape}')
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(bio()).toHaveValue('Nuova bio')
  await page.getByRole('link', { name: 'Più sotto' }).click()
  expect(question().elements()).toHaveLength(0)
  await link.click()
  await page.getByRole('button', { name: 'Esci senza salvare' }).click()
  await expect.poll(() => window.location.search).toBe('?view=dashboard')
  expect(sessionStorage.getItem('profile-draft:chiara.neri')).toBeNull()
})

test('going back is confirmed first, and then goes back', async () => {
  window.history.replaceState({}, '', '/?view=dashboard')
  window.history.pushState({}, '', '/?view=account')
  show()
  await bio().fill('Nuova bio')
  await expect.element(page.getByText('Modifiche non salvate.')).toBeVisible()
  window.history.back()
  await expect.element(question()).toBeVisible()
  expect(window.location.search).toBe('?view=account')
  await page.getByRole('button', { name: 'Resta qui' }).click()
  await expect.element(question()).not.toBeInTheDocument()
  window.history.back()
  await page.getByRole('button', { name: 'Esci senza salvare' }).click()
  await expect.poll(() => window.location.search).toBe('?view=dashboard')
})

test('closing the page is confirmed only while something is unsaved', async () => {
  show()
  const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isHeld()).toBe(false)
  await bio().fill('Nuova bio')
  await expect.element(page.getByText('Modifiche non salvate.')).toBeVisible()
  expect(isHeld()).toBe(true)
  await bio().fill('Opero sui cambi, di notte.')
  await expect.element(save()).toBeDisabled()
  expect(isHeld()).toBe(false)
})
