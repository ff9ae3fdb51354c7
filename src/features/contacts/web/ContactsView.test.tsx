import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { writeToken } from '#web/storage/token.ts'
import contactsSheet from './contacts.css?inline'
import { ContactsView } from './ContactsView.tsx'

withSheets(contactsSheet)

const support = 'supporto@toptrader.example'
const runnerAddress = window.location.pathname + window.location.search
type Answer = () => Response | Promise<Response>
let answers: { contacts: Answer; dashboard: Answer }
let sent: Record<string, unknown>[] = []

beforeEach(async () => {
  await page.viewport(1_280, 900)
  sent = []
  answers = {
    contacts: () => Response.json({ message: 'Messaggio inviato. Ti rispondiamo.' }, { status: 201 }),
    dashboard: () =>
      Response.json({
        trader_id: 't1',
        trader_info: { display_name: 'Marta Ferrero', email: 'marta@ferrero.example' },
      }),
  }
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    if (String(input instanceof Request ? input.url : input) === '/api/dashboard') return answers.dashboard()
    sent.push(JSON.parse(init?.body as string) as Record<string, unknown>)
    return answers.contacts()
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  writeToken(null)
  sessionStorage.clear()
  window.history.replaceState(null, '', runnerAddress)
})

function show({ search = '', supportEmail = support as string | null } = {}) {
  window.history.replaceState(null, '', `/?view=contacts${search}`)
  return mount(<ContactsView />, {
    seeds: [{ key: 'GET /api/contacts', input: {}, data: { support_email: supportEmail } }],
  })
}

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const subject = page.getByRole('combobox', { name: 'Oggetto' })
const button = page.getByRole('button', { name: /Invi/ })
const all = { name: 'Elena Rinaldi', email: 'elena@rinaldi.example', subject: 'altro', message: 'Buongiorno.' }

async function fill(given: Partial<typeof all> = all) {
  if (given.name !== undefined) await field('Nome').fill(given.name)
  if (given.email !== undefined) await field('Email').fill(given.email)
  if (given.subject !== undefined) await subject.selectOptions(given.subject)
  if (given.message !== undefined) await field('Messaggio').fill(given.message)
}

test('a message is sent with the four fields; the confirmation stays, and a second one begins with name and address', async () => {
  show()
  await fill()
  await button.click()
  await expect.element(page.getByRole('status')).toHaveTextContent('Messaggio inviato. Ti rispondiamo.')
  expect(sent).toEqual([{ ...all, extra_notes: '', elapsed_ms: expect.any(Number) as number }])
  await expect.element(field('Messaggio')).toHaveValue('')
  await expect.element(field('Nome')).toHaveValue(all.name)
  expect(sessionStorage.getItem('contact-draft')).toBeNull()
})

test('with the keyboard alone, from the first field to the answer', async () => {
  show()
  await expect.element(button).toBeEnabled()
  ;(field('Nome').element() as HTMLElement).focus()
  await userEvent.keyboard('Elena{Tab}elena@rinaldi.example{Tab}{ArrowDown}{Tab}Buongiorno{Tab}{Tab}{Enter}')
  await expect.element(page.getByRole('status')).toBeVisible()
  expect(sent[0]).toMatchObject({ name: 'Elena', subject: 'supporto-tecnico', message: 'Buongiorno' })
  await expect.element(button).toHaveFocus()
})

test.each([
  ['Nome', 'name'],
  ['Email', 'email'],
  ['Oggetto', 'subject'],
  ['Messaggio', 'message'],
] as const)('%s is needed: said at the field and above, with the focus on it', async (label, name) => {
  show()
  await fill({ ...all, [name]: '' })
  await button.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(`Tutti i campi sono obbligatori: ${label}.`)
  const control = name === 'subject' ? subject : field(label)
  await expect.element(control).toHaveFocus()
  await expect.element(control).toHaveAccessibleDescription('Campo obbligatorio.')
  await expect.element(control).toHaveAttribute('aria-invalid', 'true')
  expect(sent).toEqual([])
})

test('empty and wrong fields are distinguished above the form', async () => {
  show()
  await fill({ ...all, name: '', email: 'elena@' })
  await button.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Controlla i campi segnalati: Nome, Email.')
})

test('the longest message is written in Italian number format', async () => {
  show()
  await fill({ ...all, message: 'a'.repeat(5_001) })
  await button.click()
  await expect.element(page.getByText('Al massimo 5.000 caratteri.')).toBeVisible()
})

test('a malformed address is distinguished from a missing one', async () => {
  show()
  await fill({ ...all, email: 'elena@' })
  await button.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Controlla i campi segnalati: Email.')
  await expect.element(field('Email')).toHaveAccessibleDescription('Inserisci un indirizzo email valido.')
})

test.each([
  ['no connection', () => Promise.reject(new TypeError('offline')), 'Errore di connessione. Riprova più tardi.'],
  ['a failure of the server', () => Response.json({ detail: 'x' }, { status: 500 }), "Errore nell'invio del messaggio"],
  ['an answer of another server', () => new Response('<html>', { status: 502 }), "Errore nell'invio del messaggio"],
  [
    'too many messages',
    () => Response.json({ detail: 'Troppi tentativi. Riprova tra 42 minuti.' }, { status: 429 }),
    'Troppi tentativi. Riprova tra 42 minuti.',
  ],
] as [string, Answer, string][])('%s has its sentence, and nothing typed is lost', async (_, contacts, sentence) => {
  answers.contacts = contacts
  show()
  await fill()
  await button.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(sentence)
  await expect.element(field('Messaggio')).toHaveValue(all.message)
  await expect.element(button).toHaveFocus()
  await button.click()
  await expect.poll(() => sent.length).toBe(2)
})

test('a refusal of the server stands at its field', async () => {
  answers.contacts = () =>
    Response.json(
      {
        detail: 'Contiene caratteri non ammessi: toglili.',
        fields: { message: 'Contiene caratteri non ammessi: toglili.' },
      },
      { status: 422 },
    )
  show()
  await fill()
  await button.click()
  await expect.element(field('Messaggio')).toHaveFocus()
  await expect.element(field('Messaggio')).toHaveAccessibleDescription('Contiene caratteri non ammessi: toglili.')
})

test('while it is on its way the fields are off, and a second click sends nothing', async () => {
  let arrive: (answer: Response) => void = () => undefined
  answers.contacts = () => new Promise((resolve) => (arrive = resolve))
  show()
  await fill()
  await button.click()
  await expect.element(button).toHaveTextContent('Invio...')
  for (const control of [field('Nome'), field('Email'), subject, field('Messaggio')])
    await expect.element(control).toBeDisabled()
  await button.click()
  expect(sent).toHaveLength(1)
  arrive(Response.json({ message: 'Messaggio inviato.' }, { status: 201 }))
  await expect.element(field('Nome')).toBeEnabled()
})

describe('a typed text', () => {
  test('outlives a reload, and is then not taken for a program’s because it is sent quickly', async () => {
    show()
    await fill()
    document.body.replaceChildren()
    show()
    await expect.element(field('Messaggio')).toHaveValue(all.message)
    await expect.element(subject).toHaveValue('altro')
    await button.click()
    await expect.poll(() => sent[0]).toMatchObject({ ...all, elapsed_ms: null })
  })

  test('outlives the sign-in, and is from then on its owner’s alone', async () => {
    show()
    await fill()
    document.body.replaceChildren()
    writeToken('marta')
    show()
    await expect.element(field('Messaggio')).toHaveValue(all.message)
    await expect.element(field('Nome')).toHaveValue(all.name)
    document.body.replaceChildren()
    writeToken(null)
    show()
    await expect.element(button).toBeEnabled()
    await expect.element(field('Messaggio')).toHaveValue('')
  })

  test('is its writer’s alone: the next person at this tab does not read it', async () => {
    writeToken('marta')
    show()
    await expect.element(field('Nome')).toHaveValue('Marta Ferrero')
    await field('Messaggio').fill('Il mio conto')
    document.body.replaceChildren()
    writeToken(null)
    show()
    await expect.element(button).toBeEnabled()
    for (const name of ['Nome', 'Email', 'Messaggio']) await expect.element(field(name)).toHaveValue('')
    expect(sessionStorage.getItem('contact-draft')).toBeNull()
  })
})

test('name and address of a signed-in person are filled in; text that was typed meanwhile stays', async () => {
  let arrive: (answer: Response) => void = () => undefined
  answers.dashboard = () => new Promise((resolve) => (arrive = resolve))
  writeToken('marta')
  show()
  await field('Nome').fill('Marta')
  arrive(
    Response.json({ trader_id: 't1', trader_info: { display_name: 'Marta Ferrero', email: 'marta@ferrero.example' } }),
  )
  await expect.element(field('Email')).toHaveValue('marta@ferrero.example')
  await expect.element(field('Nome')).toHaveValue('Marta')
})

test('an address may choose the subject and name an order', async () => {
  show({ search: '&subject=problemi-pagamento&order=tt_0123abc' })
  await expect.element(subject).toHaveValue('problemi-pagamento')
  await expect.element(field('Messaggio')).toHaveValue('Ordine tt_0123abc\n\n')
})

test('an address fills no other field', async () => {
  show({ search: `&subject=reclamo&order=${encodeURIComponent('chiama il 555 subito')}` })
  await expect.element(button).toBeEnabled()
  await expect.element(subject).toHaveValue('')
  await expect.element(field('Messaggio')).toHaveValue('')
})

test('people neither see nor reach the field for programs', async () => {
  const host = show()
  await expect.element(button).toBeEnabled()
  const trap = host.querySelector<HTMLInputElement>('input[name="extra_notes"]')
  expect([trap?.tabIndex, trap?.closest('[aria-hidden="true"]') !== null, trap?.autocomplete]).toEqual([
    -1,
    true,
    'off',
  ])
  expect(trap?.getBoundingClientRect().width).toBeLessThan(200)
  expect(getComputedStyle(trap?.parentElement?.parentElement ?? document.body).clipPath).not.toBe('none')
})

test('the address of the support, the time of an answer, and frequent questions', async () => {
  show()
  await expect.element(page.getByRole('link', { name: support })).toHaveAttribute('href', `mailto:${support}`)
  for (const time of ['24–48 ore', '48–72 ore', '3–5 giorni lavorativi'])
    await expect.element(page.getByText(time)).toBeVisible()
  const answer = page.getByText(/non sono previsti rimborsi/)
  await expect.element(answer).not.toBeVisible()
  await page.getByText('Posso chiedere un rimborso?').click()
  await expect.element(answer).toBeVisible()
})

test('without a support address there is none', async () => {
  const host = show({ supportEmail: null })
  await expect.element(button).toBeEnabled()
  expect(host.querySelector('a[href^="mailto:"]')).toBeNull()
})
