import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EaStatus } from '#features/ea/contract.ts'
import { planBenefits } from '#features/ea/plan-benefits.ts'
import { connectToasts } from '#web/toasts.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import dashboardSheet from '../../dashboard/web/dashboard.css?inline'
import { EaSetup } from './EaSetup.tsx'
import { advisors, statuses, testToken } from './testing/status.ts'

withSheets(dashboardSheet)
const { nothing, withToken, connected } = statuses
const onChange = vi.fn<() => Promise<void>>(() => Promise.resolve())
let said: string[] = []

beforeEach(() => {
  said = []
  connectToasts(({ text }) => said.push(text))
})
afterEach(() => {
  onChange.mockClear()
  sessionStorage.clear()
  vi.restoreAllMocks()
})

function show(
  ea: EaStatus,
  {
    hasPlan = true,
    lastPlan = null as 'basic' | 'diamond' | null,
    bound = null as 'MT4' | 'MT5' | null,
    files = true,
    isStale = false,
    owner = 'chiara.neri',
  } = {},
) {
  const seeds = files ? [{ key: 'GET /api/ea/download', input: {}, data: advisors }] : []
  const facts = { owner, ea, hasPlan, lastPlan, bound, isStale }
  return mount(<EaSetup {...facts} isChecking={false} onChange={onChange} />, { seeds })
}

function answer(status: number, body: unknown) {
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(new Response(JSON.stringify(body), { status })))
}

const button = (name: string) => page.getByRole('button', { name })

test('a missing token is made here, below the reason why the last one was taken back', async () => {
  answer(200, { success: true, ea_token: testToken, message: 'Token creato.' })
  show({ ...nothing, last_error: 'Due terminali usano lo stesso token.' })
  await expect.element(page.getByText(/^Abbiamo disattivato il token\.$/)).toBeVisible()
  await expect.element(page.getByRole('status').first()).toHaveTextContent('DISCONNESSO')
  await button('Genera token').click()
  await expect.poll(() => said).toEqual(['Token creato.'])
  expect(onChange).toHaveBeenCalledOnce()
  expect(vi.mocked(window.fetch).mock.calls[0]?.[0]).toBe('/api/generate-ea-token')
})

test('without a plan the offer is shown, and the server’s refusal adds its benefits', async () => {
  answer(403, {
    detail: 'Serve un abbonamento Basic Leaderboard attivo.',
    error_type: 'SUBSCRIPTION_REQUIRED',
    details: { benefits: ['Posto nella classifica pubblica'] },
  })
  show(nothing, { hasPlan: false })
  await expect.element(page.getByText('Serve Basic Leaderboard.')).toBeVisible()
  const offer = page.getByRole('link', { name: 'Attiva Basic Leaderboard' })
  await expect.element(offer).toHaveAttribute('href', '/?view=basic-subscribe')
  await button('Genera token').click()
  await expect.element(page.getByText('Posto nella classifica pubblica')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Ti serve un piano' })).toHaveFocus()
  // A second attempt announces it again.
  await button('Genera token').click()
  await expect.element(page.getByRole('heading', { name: 'Ti serve un piano' })).toHaveFocus()
  expect(onChange).not.toHaveBeenCalled()
})

test('the benefits of the plan are shown from the start, and where a plan ended under a token too', async () => {
  show(nothing, { hasPlan: false })
  for (const benefit of planBenefits) await expect.element(page.getByText(benefit)).toBeVisible()
  document.body.replaceChildren()
  show(connected, { hasPlan: false, bound: 'MT5' })
  await expect.element(page.getByText(/Senza un piano attivo l’Expert Advisor non sincronizza/)).toBeVisible()
  await expect.element(page.getByText(planBenefits[1] ?? '')).toBeVisible()
  const offer = page.getByRole('link', { name: 'Attiva Basic Leaderboard' })
  await expect.element(offer).toHaveAttribute('href', '/?view=basic-subscribe')
})

test.each(['basic', 'diamond'] as const)('after %s the offer leads to that plan again, once', async (lastPlan) => {
  const refused = { ...connected, last_error: 'Abbonamento scaduto: rinnova il piano.' }
  show(refused, { hasPlan: false, lastPlan, bound: 'MT5' })
  const renewal = page.getByRole('link', { name: 'Rinnova il piano' })
  await expect.element(renewal).toHaveAttribute('href', `/?view=${lastPlan}-subscribe`)
  for (const repeated of [planBenefits[1] ?? '', /Abbonamento scaduto/])
    expect(page.getByText(repeated).elements()).toHaveLength(0)
  expect(page.getByText('dopo il rinnovo').elements()).toHaveLength(1)
})

test('a token that is refused for want of a plan leads to the offer too, though the page knew of one', async () => {
  answer(403, { detail: 'x', error_type: 'SUBSCRIPTION_REQUIRED', details: { benefits: ['Posto in classifica'] } })
  show(connected, { lastPlan: 'basic', bound: 'MT5' })
  await button('Rigenera token').click()
  await page.getByRole('button', { name: 'Rigenera', exact: true }).click()
  await expect.element(page.getByText('Posto in classifica')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Rinnova il piano' })).toHaveFocus()
})

test('once connected the file’s hash and the address are folded', async () => {
  show(connected, { bound: 'MT5' })
  await expect.element(page.getByRole('link', { name: 'Scarica EA per MT5' })).toBeVisible()
  expect(button('Copia l’impronta').elements()).toHaveLength(0)
  await page.getByText('File e indirizzo dell’EA').click()
  await expect.element(button('Copia l’impronta')).toBeVisible()
  await expect.element(button('Copia l’indirizzo')).toBeVisible()
})

const allowed = button('Ho autorizzato l’indirizzo')

test('the platform chooses file, hash and steps', async () => {
  show(withToken)
  await allowed.click()
  const link = page.getByRole('link', { name: /Scarica EA/ })
  await expect.element(link).toHaveAttribute('href', '/api/ea/download/mt5')
  await expect.element(page.getByText('5'.repeat(64))).toBeVisible()
  await page.getByRole('radio', { name: 'MT4' }).click({ force: true })
  await expect.element(link).toHaveAttribute('href', '/api/ea/download/mt4')
  await expect.element(link).toHaveAttribute('download', 'TopTrader.mq4')
  await expect.element(page.getByText('4'.repeat(64))).toBeVisible()
  await expect.element(page.getByText(/Tutta la cronologia/)).toBeVisible()
})

test('a missing file is reported, and requested again', async () => {
  answer(503, { detail: 'Servizio momentaneamente non disponibile.' })
  show(withToken, { files: false })
  await allowed.click()
  await expect.element(page.getByText('Il file non è disponibile.')).toBeVisible()
  answer(200, advisors)
  await button('Riprova').click()
  await expect.element(page.getByRole('link', { name: /Scarica EA/ })).toBeVisible()
})

test('the token is masked until it is shown, and copied whole', async () => {
  const written: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void written.push(text)))
  show(withToken)
  await allowed.click()
  await expect.element(button('Mostra il token')).toBeVisible()
  expect(document.body.textContent).not.toContain(testToken)
  await button('Mostra il token').click()
  await expect.element(page.getByText(testToken)).toBeVisible()
  await expect.element(button('Mostra il token')).toHaveAttribute('aria-pressed', 'true')
  await button('Copia il token').click()
  await expect.poll(() => written).toEqual([testToken])
  expect(said).toEqual(['Token copiato'])
})

test('a refused clipboard is reported', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  show(withToken)
  await allowed.click()
  await button('Copia il token').click()
  await expect.poll(() => said).toEqual(['Copia non riuscita: seleziona il testo e copialo a mano.'])
})

test('from the address over the install to the wait, and back, by keyboard', async () => {
  show(withToken)
  const press = async (name: string) => {
    await expect.element(button(name)).toBeVisible()
    ;(button(name).element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
  }
  await expect.element(page.getByText('https://registro.example')).toBeVisible()
  await press('Ho autorizzato l’indirizzo')
  await expect.element(page.getByRole('heading', { name: 'Scarica l’EA e trascinalo su un grafico' })).toHaveFocus()
  await expect.element(page.getByText(/Le perdite già aperte contano da subito\.$/)).toBeVisible()
  await press('Ho installato l’EA')
  await expect.element(page.getByRole('heading', { name: 'In attesa della prima sincronizzazione' })).toBeVisible()
  await expect.element(page.getByText('Con questo token non è ancora arrivato nulla.')).toBeVisible()
  await press('Controlla ora')
  expect(onChange).toHaveBeenCalledOnce()
  await press('Passo precedente')
  await expect.element(page.getByRole('heading', { name: 'Scarica l’EA e trascinalo su un grafico' })).toBeVisible()
})

describe('after a reload', () => {
  test('step and platform are restored', async () => {
    show(withToken)
    await allowed.click()
    await page.getByRole('radio', { name: 'MT4' }).click({ force: true })
    await button('Ho installato l’EA').click()
    document.body.replaceChildren()
    show(withToken)
    await expect.element(page.getByRole('heading', { name: 'In attesa della prima sincronizzazione' })).toBeVisible()
    await expect.element(page.getByRole('radio', { name: 'MT4' })).toBeChecked()
  })
  test.each([
    ['of another token', { token_created_at: '2026-11-20T12:00:00.000Z' }, {}],
    ['of somebody else', {}, { owner: 'marta.ferrero' }],
  ])('steps %s are not done', async (_, change, more) => {
    show(withToken)
    await allowed.click()
    document.body.replaceChildren()
    show({ ...withToken, ...change }, more)
    await expect.element(page.getByRole('heading', { name: 'Autorizza l’indirizzo del sito' })).toBeVisible()
  })
})

test('an unused token must be pasted, and no earlier sync connects', async () => {
  show({ ...connected, token_created_at: '2026-11-20T15:39:00.000Z' }, { bound: 'MT5' })
  await expect.element(page.getByRole('status').first()).toHaveTextContent('DISCONNESSO')
  await expect.element(page.getByRole('heading', { name: 'Incolla il token nuovo nell’EA' })).toBeVisible()
  await expect.element(button('Copia il token')).toBeVisible()
  expect(page.getByText('L’Expert Advisor non sincronizza.').elements()).toHaveLength(0)
})

test('without a token nothing is connected, in spite of earlier syncs', async () => {
  show({ ...connected, has_ea_token: false, hasToken: false, ea_token: null, token_created_at: null })
  await expect.element(page.getByRole('status').first()).toHaveTextContent('DISCONNESSO')
})

test('an old status is not shown as the present one', async () => {
  show(connected, { isStale: true })
  await expect.element(page.getByRole('status').first()).toHaveTextContent('NON AGGIORNATO')
})

test('a sync that should have come is late', async () => {
  show(connected)
  await expect.element(page.getByText('16:43, in ritardo')).toBeVisible()
})

test('the import shows how far it is', async () => {
  show({ ...connected, importing: { received: 1200, total: 5000 } }, { bound: 'MT4' })
  await expect.element(page.getByText('1.200 di 5.000 movimenti')).toBeVisible()
  await expect.element(page.getByRole('progressbar', { name: 'Storico ricevuto' })).toHaveAttribute('value', '1200')
})

test('connected: figures, and the file of the bound platform', async () => {
  show(connected, { bound: 'MT4' })
  await expect.element(page.getByRole('status').first()).toHaveTextContent('CONNESSO')
  await expect.element(page.getByText('86.417')).toBeVisible()
  await expect.element(page.getByText('20/11/2026, 16:38')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /Scarica EA/ })).toHaveAttribute('href', '/api/ea/download/mt4')
  expect(document.querySelector('[aria-current="step"]')).toBeNull()
})

test('an old version shows that there is a new one', async () => {
  show({ ...connected, ea_version: '0.9.0' }, { bound: 'MT5' })
  await expect.element(page.getByText(/gira la versione 0\.9\.0: scarica la 1\.0\.0/)).toBeVisible()
})

test('a refusal of the server is shown with its remedy', async () => {
  show({ ...withToken, last_error: 'Il token è legato a un altro conto.' })
  await expect.element(page.getByText('Il server segnala un problema.')).toBeVisible()
  await expect.element(page.getByText(/torna al conto collegato/)).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Sincronizzazione bloccata' })).toBeVisible()
  const texts = document.body.textContent
  expect(texts.indexOf('Il server segnala')).toBeLessThan(texts.indexOf('Il server ha rifiutato'))
  expect(page.getByText('In attesa della prima sincronizzazione').elements()).toHaveLength(0)
})

test('a token that cannot be opened any more can be made again', async () => {
  show({ ...connected, ea_token: null })
  await expect.element(page.getByText(/non si può più mostrare/)).toBeVisible()
  await expect.element(button('Rigenera token')).toBeVisible()
})

test('replacing and removing ask first; Esc and Annulla change nothing', async () => {
  answer(200, { success: true, message: 'Token eliminato.' })
  show(connected)
  await button('Elimina token').click()
  const dialog = page.getByRole('alertdialog', { name: 'Eliminare il token?' })
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('Elimina token')).toHaveFocus()
  await button('Rigenera token').click()
  await button('Annulla').click()
  expect(window.fetch).not.toHaveBeenCalled()
  await button('Elimina token').click()
  await page.getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect.poll(() => said).toEqual(['Token eliminato.'])
  expect(vi.mocked(window.fetch).mock.calls[0]).toMatchObject(['/api/reset-ea-token', { method: 'DELETE' }])
})

test.each([
  [
    'no connection',
    () => vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('offline')),
    'Errore di connessione al server',
  ],
  ['a failure', () => answer(500, { detail: 'x' }), 'Errore durante eliminazione token'],
])('%s while removing has its sentence', async (_, prepare, sentence) => {
  prepare()
  show(connected)
  await button('Elimina token').click()
  await page.getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect.poll(() => said).toEqual([sentence])
  await expect.element(page.getByText(sentence)).toBeVisible()
  expect(onChange).not.toHaveBeenCalled()
})
