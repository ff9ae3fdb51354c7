import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SeededAnswer } from '#shared/page.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { writeToken } from '#web/storage/token.ts'
import { Toasts } from '#web/ui/frame/Toasts.tsx'
import authSheet from '../auth.css?inline'
import confirmDialogSheet from '#web/ui/dialogs/confirm-dialog.css?inline'
import { SecuritySection } from './SecuritySection.tsx'

withSheets(authSheet, confirmDialogSheet)
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1'
const session = (id: string, agent: string | null, current = false) => ({
  session_id: id,
  created_at: '2026-11-18T09:00:00.000Z',
  last_used_at: '2026-11-20T15:30:00.000Z',
  expires_at: '2026-12-20T15:30:00.000Z',
  user_agent: agent,
  current,
})
const off = { enabled: false, enabled_at: null, recovery_codes_left: 0, required: false, is_limited: false }
const on = { ...off, enabled: true, enabled_at: '2026-11-01T10:00:00.000Z', recovery_codes_left: 10 }
const codes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkmn-000${index}`)
const profile = { username: 'marta', display_name: 'Marta Ferrero', email: 'marta@ferrero.example' }

type Answer = [status: number, body: unknown] | 'offline'
/** The server's answers by call. A list is used up from its beginning, and its last one repeats. */
let server: Record<string, Answer[]> = {}
let requests: { call: string; body: unknown }[] = []
const bodies = (call: string) => requests.filter((each) => each.call === call).map(({ body }) => body)
beforeEach(() => {
  writeToken('token-di-prova')
  requests = []
  server = {
    'GET /api/account/totp': [[200, off]],
    'GET /api/account/sessions': [
      [200, { sessions: [session('s1', firefox, true), session('s2', safari), session('s3', null)] }],
    ],
  }
  vi.spyOn(window, 'fetch').mockImplementation((path, init) => {
    const call = `${init?.method ?? 'GET'} ${path as string}`
    requests.push({ call, body: typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined })
    const waiting = server[call] ?? [[404, { detail: `no answer is set for ${call}` }]]
    const answer = waiting.length > 1 ? waiting.shift() : waiting[0]
    if (answer === undefined || answer === 'offline') return Promise.reject(new TypeError('offline'))
    return Promise.resolve(new Response(JSON.stringify(answer[1]), { status: answer[0] }))
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  writeToken(null)
})
const show = (seeds: SeededAnswer[] = []) =>
  mount(
    <main>
      <SecuritySection owner={profile} />
      <Toasts />
    </main>,
    { seeds },
  )
const button = (name: string) => page.getByRole('button', { name, exact: true })
const refused = (fields: Record<string, string>): Answer => [422, { detail: 'Controlla i dati inseriti.', fields }]

test('the password is changed, and the page says that the other sessions are closed', async () => {
  server['POST /api/auth/change-password'] = [
    refused({ current_password: 'La password attuale non è corretta: riscrivila.' }),
    'offline',
    [200, { message: 'Password aggiornata.', revoked_sessions: 2 }],
  ]
  show()
  const current = page.getByLabelText('Password attuale', { exact: true })
  await button('Cambia password').click()
  await expect.element(current).toHaveAccessibleDescription('Campo obbligatorio.')
  await expect.element(current).toHaveFocus()
  expect(bodies('POST /api/auth/change-password')).toEqual([])
  await current.fill('sbagliata-42')
  await page.getByLabelText('Nuova password', { exact: true }).fill('Sugar-paper-1880')
  await page.getByLabelText('Conferma nuova password', { exact: true }).fill('Sugar-paper-1880')
  await button('Cambia password').click()
  await expect.element(current).toHaveAccessibleDescription('La password attuale non è corretta: riscrivila.')
  await expect.element(current).toHaveFocus()
  await current.fill('cavallo-batteria-42')
  await button('Cambia password').click()
  await expect.element(page.getByText(/La risposta non è arrivata: forse la password è già cambiata/)).toBeVisible()
  await button('Cambia password').click()
  await expect.element(page.getByText('Password aggiornata. 2 altre sessioni chiuse.')).toBeVisible()
  await expect.element(current).toHaveValue('')
  expect(bodies('POST /api/auth/change-password').at(-1)).toEqual({
    current_password: 'cavallo-batteria-42',
    new_password: 'Sugar-paper-1880',
    confirm_password: 'Sugar-paper-1880',
  })
})

test('sessions are named by device; one is closed, and the focus stays in the list', async () => {
  server['DELETE /api/account/sessions/s2'] = [[200, { message: 'Sessione chiusa.' }]]
  server['GET /api/account/sessions']?.push([200, { sessions: [session('s1', firefox, true), session('s3', null)] }])
  show()
  const list = page.getByRole('list', { name: 'Sessioni aperte' })
  await expect
    .element(list.getByRole('listitem').first())
    .toHaveTextContent('Firefox su Windows Questa sessioneUltimo uso 20/11/2026, 16:30, aperta il 18/11/2026, 10:00')
  await expect.element(list.getByText('Dispositivo sconosciuto')).toBeVisible()
  await page.getByRole('button', { name: 'Chiudi la sessione Safari su iPhone, aperta il 18/11/2026, 10:00' }).click()
  await expect.element(page.getByText('Sessione chiusa.')).toBeVisible()
  await expect.element(list).toHaveFocus()
  await expect.poll(() => list.getByRole('listitem').elements().length).toBe(2)
})

test('all the others are closed after a confirmation; one that is gone already does no harm', async () => {
  server['DELETE /api/account/sessions/s2'] = [[404, { detail: 'Risorsa non trovata: controlla l’indirizzo.' }]]
  server['DELETE /api/account/sessions/s3'] = [[200, { message: 'Sessione chiusa.' }]]
  server['GET /api/account/sessions']?.push([200, { sessions: [session('s1', firefox, true)] }])
  show()
  await button('Chiudi tutte le altre').click()
  const dialog = page.getByRole('alertdialog', { name: 'Chiudere tutte le altre sessioni?' })
  await expect
    .element(dialog)
    .toHaveTextContent(
      'Chiudere tutte le altre sessioni?2 dispositivi dovranno accedere di nuovo. Questa sessione resta aperta.AnnullaChiudi le sessioni',
    )
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('Chiudi tutte le altre')).toHaveFocus()
  await button('Chiudi tutte le altre').click()
  await dialog.getByRole('button', { name: 'Chiudi le sessioni' }).click()
  await expect.element(page.getByText('Le altre sessioni sono chiuse.')).toBeVisible()
  await expect.element(button('Chiudi tutte le altre')).not.toBeInTheDocument()
})

test('a session that could not be closed says so', async () => {
  server['DELETE /api/account/sessions/s2'] = ['offline']
  show()
  await page.getByRole('button', { name: /^Chiudi la sessione Safari/ }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Sessione non chiusa. Errore di connessione')
})

test('when only some of the others could be closed, the page says how many, and the rest stay in the list', async () => {
  server['DELETE /api/account/sessions/s2'] = [[200, { message: 'Sessione chiusa.' }]]
  server['DELETE /api/account/sessions/s3'] = ['offline']
  server['GET /api/account/sessions']?.push([200, { sessions: [session('s1', firefox, true), session('s3', null)] }])
  show()
  await button('Chiudi tutte le altre').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Chiudi le sessioni' }).click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Chiusa 1 di 2 sessioni: l’altra è ancora aperta. Errore di connessione')
  await expect.element(button('Chiudi tutte le altre')).toBeVisible()
  expect(page.getByText('Le altre sessioni sono chiuse.').elements()).toHaveLength(0)
})

test('a part that failed to load says so, and can be tried again', async () => {
  server['GET /api/account/sessions'] = [
    [503, { detail: 'Servizio momentaneamente non disponibile.' }],
    [200, { sessions: [session('s1', firefox, true)] }],
  ]
  server['GET /api/account/totp'] = [
    [503, { detail: 'Servizio momentaneamente non disponibile.' }],
    [200, off],
  ]
  show()
  await expect.element(page.getByText('Sessioni non disponibili.')).toBeVisible()
  await expect.element(page.getByText('Secondo fattore non disponibile.')).toBeVisible()
  await button('Riprova').first().click()
  await expect.element(button('Attiva il secondo fattore')).toBeVisible()
  await button('Riprova').click()
  await expect.element(page.getByText('Firefox su Windows')).toBeVisible()
})

test('the page announces that it is loading', async () => {
  vi.mocked(window.fetch).mockImplementation(() => new Promise(() => undefined))
  show()
  await expect.element(page.getByText('Caricamento sessioni...')).toBeInTheDocument()
  await expect.element(page.getByText('Caricamento secondo fattore...')).toBeInTheDocument()
})

test('the second factor is set up by keyboard alone: password, QR code, code, recovery codes', async () => {
  const prepared = {
    secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
    otpauth_uri: 'otpauth://totp/TopTrader:marta?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=TopTrader',
  }
  const wrong = 'La password non è corretta: riscrivila.'
  server['POST /api/account/totp/setup'] = [refused({ password: wrong }), [200, prepared]]
  server['POST /api/account/totp/confirm'] = [
    refused({ totp: 'Il codice non corrisponde: controlla l’ora del telefono e riprova.' }),
    [200, { message: 'Secondo fattore attivo.', recovery_codes: codes }],
  ]
  const host = show()
  const begin = button('Attiva il secondo fattore')
  await expect.element(begin).toBeVisible()
  begin.element().focus()
  await userEvent.keyboard('{Enter}')
  const form = page.getByRole('form', { name: 'Attiva il secondo fattore' })
  const password = form.getByLabelText('Password', { exact: true })
  await expect.element(password).toHaveFocus()
  await expect.element(form.getByText(/le altre sessioni verranno chiuse/)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(password).toHaveAccessibleDescription('Inserisci la password.')
  await userEvent.keyboard('sbagliata{Enter}')
  await expect.element(password).toHaveAccessibleDescription(wrong)
  await userEvent.keyboard('-no{Enter}')
  const code = page.getByLabelText('Codice di verifica')
  await expect.element(code).toHaveFocus()
  await expect
    .element(page.getByRole('img', { name: 'Codice QR da inquadrare con l’app di autenticazione' }))
    .toBeVisible()
  await expect.element(page.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeVisible()
  // The content policy allows no style attribute.
  expect(host.querySelectorAll('[style]')).toHaveLength(0)
  await userEvent.keyboard('000000{Enter}')
  await expect
    .element(code)
    .toHaveAccessibleDescription('Il codice non corrisponde: controlla l’ora del telefono e riprova.')
  server['GET /api/account/totp'] = [[200, on]]
  server['GET /api/account/sessions'] = [[200, { sessions: [session('s1', firefox, true)] }]]
  await userEvent.keyboard('{Control>}a{/Control}123456{Enter}')
  await expect.element(page.getByText('Salva questi codici di recupero: li vedi solo ora.')).toBeVisible()
  for (const each of codes) await expect.element(page.getByText(each)).toBeVisible()
  expect(bodies('POST /api/account/totp/confirm').at(-1)).toEqual({ totp: '123456' })
  await expect.element(page.getByText('Attivo', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Safari su iPhone')).not.toBeInTheDocument()
  button('Ho salvato i codici').element().focus()
  await expect.element(button('Ho salvato i codici')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByText('Attivo dal 01/11/2026. Codici di recupero non ancora usati: 10 di 10.'))
    .toBeVisible()
  await expect.element(page.getByText('Secondo fattore attivo. Le altre sessioni sono chiuse.')).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'Secondo fattore' })).toHaveFocus()
  await expect.element(page.getByText(codes[0] ?? '')).not.toBeInTheDocument()
})

test('recovery codes are copied and saved as a text', async () => {
  server['GET /api/account/totp'] = [[200, on]]
  server['POST /api/account/totp/recovery-codes'] = [[200, { message: '', recovery_codes: codes }]]
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const saved: { name: string; text: Promise<string> }[] = []
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.set('blob:prova', blob as Blob)
    return 'blob:prova'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: blobs.get(this.href)?.text() ?? Promise.resolve('') })
  })
  show()
  await button('Crea nuovi codici di recupero').click()
  await expect.element(page.getByText('I codici che hai salvato finora non varranno più.')).toBeVisible()
  await userEvent.keyboard('cavallo-batteria-42{Enter}')
  await expect.element(page.getByLabelText('Codice di verifica')).toHaveAccessibleDescription(/^Inserisci il codice\./)
  await userEvent.keyboard('123456{Enter}')
  expect(bodies('POST /api/account/totp/recovery-codes')).toEqual([{ password: 'cavallo-batteria-42', totp: '123456' }])
  await button('Copia i codici').click()
  expect(written).toHaveBeenCalledWith(codes.join('\n'))
  await expect.element(page.getByText('Codici copiati')).toBeVisible()
  await button('Scarica come testo').click()
  expect(saved[0]?.name).toBe('toptrader-codici-di-recupero.txt')
  expect(await saved[0]?.text).toContain(codes.join('\n'))
  written.mockRejectedValue(new Error('refused'))
  await button('Copia i codici').click()
  await expect.element(page.getByText('Copia non riuscita: seleziona il testo e copialo a mano.')).toBeVisible()
})

test('it is turned off with password and code; Annulla leaves it on', async () => {
  server['GET /api/account/totp'] = [[200, on]]
  server['POST /api/account/totp/disable'] = [
    refused({ totp: 'Il codice non è valido o è già stato usato: aspetta il prossimo e riprova.' }),
    [429, { detail: 'Troppi tentativi. Riprova tra 30 secondi.' }],
    [200, { message: 'Secondo fattore disattivato.' }],
  ]
  show()
  await button('Disattiva').click()
  await button('Annulla').click()
  await expect.element(button('Crea nuovi codici di recupero')).toBeVisible()
  await button('Disattiva').click()
  await userEvent.keyboard('cavallo-batteria-42{Tab}{Tab}000000{Enter}')
  await expect.element(page.getByLabelText('Codice di verifica')).toHaveAccessibleDescription(/^Il codice non è valido/)
  await expect.element(page.getByLabelText('Codice di verifica')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Troppi tentativi. Riprova tra 30 secondi.')
  server['GET /api/account/totp'] = [[200, off]]
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Secondo fattore disattivato.')).toBeVisible()
  await expect.element(button('Attiva il secondo fattore')).toBeVisible()
  expect(bodies('POST /api/account/totp/disable').at(-1)).toEqual({ password: 'cavallo-batteria-42', totp: '000000' })
})

test('an admin reads that it is required, and cannot turn it off', async () => {
  server['GET /api/account/totp'] = [[200, { ...off, required: true, is_limited: true }]]
  show()
  await expect
    .element(page.getByText('Finché non lo attivi questa sessione non può usare le funzioni di amministrazione.'))
    .toBeVisible()
  server['GET /api/account/totp'] = [[200, { ...on, required: true, recovery_codes_left: 1 }]]
  show()
  await expect.element(page.getByText('Restano pochi codici di recupero.')).toBeVisible()
  await expect.element(button('Disattiva')).not.toBeInTheDocument()
})
