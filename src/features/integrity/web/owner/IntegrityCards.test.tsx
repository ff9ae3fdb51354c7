import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { DAY_MS, HOUR_MS } from '#shared/dates.ts'
import type { Own } from '../cases.ts'
import { caseWith, ownWith, tagWith } from '../testing/answers.ts'
import { serveCalls } from '../testing/server.ts'
import { IntegrityCards } from './IntegrityCards.tsx'
import setupSheet from '#features/ea/web/setup.css?inline'
import dashboardSheet from '#features/dashboard/web/dashboard.css?inline'

withSheets(setupSheet, dashboardSheet)

const read = 'GET /api/account/integrity'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  sessionStorage.clear()
})

/** Back at the page once its answers are older than fresh. */
function lookAgain() {
  vi.setSystemTime(Date.now() + 2_100)
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}

function show(own: Own) {
  mount(<IntegrityCards username="marta.ferrero" />, { seeds: [{ key: read, input: {}, data: own }] })
}

test('the level says what was checked, what was not, and what raises it', async () => {
  serveCalls({})
  show(ownWith())
  await expect.element(page.getByText(/^Dati inviati dal terminale del trader ed esaminati/)).toBeVisible()
  await expect.element(page.getByText(/^Non abbiamo controllato di chi è il conto/)).toBeVisible()
  await expect.element(page.getByText(/Prova la titolarità con un ordine pendente\./)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Come si fa' })).toHaveAttribute('href', '#titolarita')
  await expect
    .element(page.getByRole('link', { name: 'ab12cd34ef56ab78' }))
    .toHaveAttribute('href', '/registro/marta.ferrero')
})

test.each([
  ['L1', 1],
  ['L0', 0],
  ['L2', 0],
] as const)('at %s the proof of ownership says its effect %i times', async (level, times) => {
  serveCalls({})
  show(ownWith({ level }))
  await expect.element(page.getByText('Prova la titolarità', { exact: true })).toBeVisible()
  expect(page.getByText('Il tuo profilo dirà: titolarità provata.', { exact: true }).elements()).toHaveLength(times)
})

test('with a match in force the proof of ownership leads to the highest level', async () => {
  serveCalls({})
  const match = {
    source: 'myfxbook',
    link: null,
    matched_at: '2026-11-10T10:00:00.000Z',
    valid_until: '2026-12-10T10:00:00.000Z',
  }
  show(ownWith({ level: 'L1', match }))
  await expect.element(page.getByText('Il tuo profilo dirà: riscontro esterno.', { exact: true })).toBeVisible()
})

test('a tag says what was observed and how to answer', async () => {
  serveCalls({})
  show(ownWith({ tags: [tagWith({ occurrences: 3 })] }))
  await expect.element(page.getByText('Il terminale mostra meno storico di prima.')).toBeVisible()
  await expect.element(page.getByText(/scegli «Tutta la cronologia»/)).toBeVisible()
  await expect.element(page.getByText('3 volte, 01/11/2026.')).toBeVisible()
})

test.each([
  [DAY_MS, /Rispondi entro il \d\d\/\d\d\/\d{4}\.$/],
  [-DAY_MS, /Il termine è passato il \d\d\/\d\d\/\d{4}: puoi ancora rispondere\.$/],
])('a term %i ms away says whether it is over', async (away, words) => {
  serveCalls({})
  show(ownWith({ held: 'open', cases: [caseWith({ reply_by: new Date(Date.now() + away).toISOString() })] }))
  await expect.element(page.getByText(words)).toBeVisible()
})

test('a case that holds the account is answered, and the answer may be changed', async () => {
  let own = ownWith({ under_review: true, held: 'open', cases: [caseWith()] })
  const { case_id: id } = caseWith()
  const requests = serveCalls({
    [read]: () => ({ body: own }),
    [`POST /api/account/integrity/${id}/reply`]: ({ body }) => {
      const { reply } = body as { reply: string }
      const answered = caseWith({ status: 'answered', reply, replied_at: '2026-11-20T15:00:00.000Z' })
      own = ownWith({ under_review: true, held: 'open', cases: [answered] })
      return { body: { success: true, message: 'Risposta inviata.', case: answered } }
    },
  })
  show(own)
  await expect.element(page.getByText('In verifica.')).toBeVisible()
  await page.getByText('Le cifre').click()
  await expect.element(page.getByText('2.500,00\u00a0€')).toBeVisible()
  await expect.element(page.getByText('25,00%')).toBeVisible()
  const field = page.getByLabelText(/La tua risposta/)
  await field.fill('breve')
  await page.getByRole('button', { name: 'Invia la risposta' }).click()
  await expect.element(page.getByText('Scrivi almeno 10 caratteri.')).toBeVisible()
  await field.fill('  È un dividendo del broker.\nAllego il ticket 881.  ')
  await page.getByRole('button', { name: 'Invia la risposta' }).click()
  await expect.element(page.getByText(/Inviata il 20\/11\/2026, 16:00/)).toBeVisible()
  expect(requests.find(({ key }) => key.startsWith('POST'))?.body).toEqual({
    reply: 'È un dividendo del broker.\nAllego il ticket 881.',
  })
  await expect.element(page.getByRole('button', { name: 'Aggiorna la risposta' })).toHaveFocus()
})

test('a decision that comes while the owner writes leaves the text, and says that it was not sent', async () => {
  let own = ownWith({ under_review: true, held: 'open', cases: [caseWith()] })
  serveCalls({ [read]: () => ({ body: own }) })
  show(own)
  const text = 'Una risposta che nessuno ha ancora letto.'
  await page.getByLabelText(/La tua risposta/).fill(text)
  own = ownWith({
    cases: [caseWith({ status: 'cleared', decided_at: '2026-11-20T15:00:00.000Z', reason: 'A posto.' })],
  })
  lookAgain()
  await expect.element(page.getByText('La verifica è già stata decisa.')).toBeVisible()
  const field = page.getByLabelText(/Il testo che stavi scrivendo/)
  await expect.element(field).toHaveValue(text)
  await expect.element(field).toHaveFocus()
  await expect.element(page.getByText(/A posto\./)).toBeVisible()
})

test('a typed text outlives the page, and a session that ended', async () => {
  const { case_id: id } = caseWith()
  const refused = { status: 401, body: { detail: 'Accesso non autorizzato' } }
  const own = ownWith({ held: 'open', cases: [caseWith()] })
  serveCalls({ [read]: () => ({ body: own }), [`POST /api/account/integrity/${id}/reply`]: () => refused })
  show(own)
  await page.getByLabelText(/La tua risposta/).fill('Una risposta lunga abbastanza.')
  await page.getByRole('button', { name: 'Invia la risposta' }).click()
  await expect.element(page.getByText('Risposta non inviata: la sessione è finita.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Accedi di nuovo' })).toHaveAttribute('href', '/?view=auth')
  document.body.replaceChildren()
  show(own)
  await expect.element(page.getByLabelText(/La tua risposta/)).toHaveValue('Una risposta lunga abbastanza.')
})

test('an answer from another tab stands in an untouched field', async () => {
  let own = ownWith({ held: 'open', cases: [caseWith()] })
  serveCalls({ [read]: () => ({ body: own }) })
  show(own)
  await expect.element(page.getByLabelText(/La tua risposta/)).toHaveValue('')
  const reply = 'Scritta in un’altra scheda.'
  own = ownWith({
    held: 'open',
    cases: [caseWith({ status: 'answered', reply, replied_at: '2026-11-20T15:00:00.000Z' })],
  })
  lookAgain()
  await expect.element(page.getByLabelText(/La tua risposta/)).toHaveValue(reply)
})

test('a text that is too short takes the focus', async () => {
  serveCalls({})
  show(ownWith({ held: 'open', cases: [caseWith()] }))
  await page.getByLabelText(/La tua risposta/).fill('breve')
  await page.getByRole('button', { name: 'Invia la risposta' }).click()
  await expect.element(page.getByLabelText(/La tua risposta/)).toHaveFocus()
})

test('a confirmed hold says so with its reason, and offers no answer', async () => {
  serveCalls({})
  const upheld = caseWith({ status: 'upheld', decided_at: '2026-11-20T15:00:00.000Z', reason: 'Il balance non torna.' })
  show(ownWith({ level: 'L0', under_review: true, held: 'upheld', cases: [upheld] }))
  await expect.element(page.getByText(/Il balance non torna\./)).toBeVisible()
  await expect.element(page.getByText('Fuori classifica.')).toBeVisible()
  await expect.element(page.getByText(/confermato una segnalazione grave/)).toBeVisible()
  expect(page.getByText(/Rispondi/).elements()).toHaveLength(0)
  expect(page.getByText('In verifica.').elements()).toHaveLength(0)
})

test.each([
  [
    'importing',
    { is_synced: false, trade_mode: 'real' },
    /non ha ancora finito di inviare/,
    /^Tieni aperto il terminale/,
  ],
  ['demo', { is_synced: true, trade_mode: 'demo' }, /^Il conto è demo, o di una gara/, /^Serve un conto reale/],
] as const)('the owner of an account at L0 reads why: %s', async (_, account, cause, step) => {
  serveCalls({})
  show(ownWith({ level: 'L0', account: { ...ownWith().account!, ...account } }))
  await expect.element(page.getByText(cause)).toBeVisible()
  await expect.element(page.getByText(step)).toBeVisible()
  await expect.element(page.getByText('Nessuna segnalazione sul tuo conto.')).toBeVisible()
})

test('without an account nothing is checked', async () => {
  serveCalls({})
  show(ownWith({ level: 'L0', account: null }))
  await expect.element(page.getByText('Nessun conto è collegato.')).toBeVisible()
  expect(page.getByText(/demo|segnalazione grave/).elements()).toHaveLength(0)
})

test('a refused answer says why, and stays in the field', async () => {
  const refused = {
    status: 409,
    body: {
      detail: 'Questa verifica è già stata decisa: ricarica la pagina e leggi la decisione.',
      error_type: 'CASE_DECIDED',
    },
  }
  serveCalls({
    [read]: () => ({ body: ownWith({ cases: [caseWith()] }) }),
    [`POST /api/account/integrity/${caseWith().case_id}/reply`]: () => refused,
  })
  show(ownWith({ cases: [caseWith()] }))
  await page.getByLabelText(/La tua risposta/).fill('Una risposta lunga abbastanza.')
  await page.getByRole('button', { name: 'Invia la risposta' }).click()
  await expect
    .element(page.getByText('Questa verifica è già stata decisa: ricarica la pagina e leggi la decisione.'))
    .toBeVisible()
  await expect.element(page.getByLabelText(/La tua risposta/)).toHaveValue('Una risposta lunga abbastanza.')
})

test('the code of ownership: requested, awaited, observed, proven', async () => {
  let own = ownWith()
  // A server whose clock is a little ahead.
  const soon = new Date(Date.now() + 24 * HOUR_MS + 20_000).toISOString()
  const coded = { code: 'TT-7KQ4MZ2P', expires_at: soon, seen_at: null, proven_at: null, can_trade: true }
  serveCalls({
    [read]: () => ({ body: own }),
    'POST /api/account/ownership-code': () => {
      own = ownWith({ ownership: coded })
      return { body: { code: coded.code, expires_at: soon, message: 'Codice creato.' } }
    },
  })
  show(own)
  await page.getByRole('button', { name: 'Crea il codice' }).click()
  await expect.element(page.getByText('TT-7KQ4MZ2P')).toBeVisible()
  await expect.element(page.getByText('Codice pronto: segui i passi.')).toHaveFocus()
  await expect.element(page.getByText(/Il codice scade tra 24\sh\./)).toBeVisible()
  await expect.element(page.getByText(/tipo «Ordine pendente»/)).toBeVisible()
})

test.each([
  ['seen', { seen_at: '2026-11-20T10:00:00.000Z', code: 'TT-7KQ4MZ2P' }, 'Ordine visto il 20/11/2026, 11:00.'],
  ['proven', { proven_at: '2026-11-20T10:00:00.000Z' }, /^Provata il 20\/11\/2026/],
  ['expired', { code: 'TT-7KQ4MZ2P', expires_at: '2026-11-01T10:00:00.000Z' }, 'Il codice è scaduto.'],
  ['investor', { can_trade: false }, 'Il terminale non può operare.'],
])('ownership %s', async (_name, change, text) => {
  serveCalls({})
  show(ownWith({ ownership: { ...ownWith().ownership, ...change } }))
  await expect.element(page.getByText(text)).toBeVisible()
})

test('a server that does not answer is reported, and called again', async () => {
  let down = true
  serveCalls({ [read]: () => (down ? { status: 403, body: { detail: 'Non ora.' } } : { body: ownWith() }) })
  mount(<IntegrityCards username="marta.ferrero" />)
  await expect.element(page.getByText('Verifica del conto non disponibile.')).toBeVisible()
  down = false
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(page.getByRole('heading', { name: 'Verifica del conto' })).toBeVisible()
})
