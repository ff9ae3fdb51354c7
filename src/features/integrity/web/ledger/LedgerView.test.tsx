import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { traderWith } from '#features/traders/web/testing/profile.ts'
import { mount } from '#web/testing/mount.tsx'
import '../integrity.css'
import { chainOf } from '../testing/ledger.ts'
import { serveCalls } from '../testing/server.ts'
import type { LedgerEntry } from './chain.ts'
import { LedgerView } from './LedgerView.tsx'

const call = 'GET /api/trader/marta.ferrero/ledger'
const chain = await chainOf(30)

afterEach(() => vi.restoreAllMocks())

function show(found = true) {
  const data = found ? traderWith({ ledger: { length: 30, head: chain[29]!.hash, at: chain[29]!.at } }) : null
  const seed = { key: 'GET /api/trader/:username', input: { params: { username: 'marta.ferrero' } }, data }
  return mount(<LedgerView username="marta.ferrero" />, { seeds: [seed] })
}

/** The ledger as the call hands it out, ten entries at a time. */
function handOut(entries: readonly LedgerEntry[], end: { length: number; head: string | null } | null = null) {
  return ({ url }: { url: URL }) => {
    const after = Number(url.searchParams.get('after') ?? 0)
    return {
      body: {
        trader_id: 't',
        username: 'marta.ferrero',
        display_name: 'Marta Ferrero',
        ...(end ?? { length: entries.length, head: entries.at(-1)?.hash ?? null }),
        at: entries.at(-1)?.at ?? null,
        entries: entries.slice(after, after + 10),
        next_after: after + 10 < entries.length ? after + 10 : null,
      },
    }
  }
}

test('all pages are loaded, the chain is computed again and its end compared', async () => {
  const asked = serveCalls({ [call]: handOut(chain) })
  show()
  await expect.element(page.getByText('Il registro è integro.')).toBeVisible()
  await expect.element(page.getByText(/ha ricalcolato 30 impronte/)).toBeVisible()
  await expect.element(page.getByText('Prova che non abbiamo modificato nulla dopo averlo ricevuto.')).toBeVisible()
  await expect.element(page.getByText('Non prova che i dati inviati fossero veri.')).toBeVisible()
  expect(asked.filter(({ key }) => key === call)).toHaveLength(3)
})

test('a changed entry is named, and marked in the table', async () => {
  serveCalls({ [call]: handOut(chain.map((entry) => (entry.n === 12 ? { ...entry, records: 7 } : entry))) })
  show()
  await expect.element(page.getByText('La catena si interrompe alla voce 12.')).toBeVisible()
  await expect.element(page.getByText('Interrotta')).toBeVisible()
})

test('a chain that does not end where the site says is broken', async () => {
  serveCalls({ [call]: handOut(chain, { length: 31, head: 'f'.repeat(64) }) })
  show()
  await expect.element(page.getByText('La catena si interrompe alla voce 31.')).toBeVisible()
})

test('a fingerprint of earlier is found with its date; one that is not there, and no fingerprint, are told so', async () => {
  serveCalls({ [call]: handOut(chain) })
  show()
  const field = page.getByLabelText('Impronta vista in precedenza')
  const look = page.getByRole('button', { name: 'Cerca' })
  await field.fill(chain[4]!.hash.slice(0, 16).toUpperCase())
  await look.click()
  await expect.element(page.getByText('È la voce 5, del 01/11/2026, 06:00.')).toBeVisible()
  await expect.element(page.getByText('Trovata')).toBeVisible()
  await field.fill('0123456789abcdef')
  await look.click()
  await expect.element(page.getByText('Non è in questo registro.')).toBeVisible()
  await field.fill('ciao')
  await look.click()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
})

test('an account without entries, and hidden amounts', async () => {
  serveCalls({ [call]: handOut([]) })
  const host = show()
  await expect.element(page.getByText('Ancora nessuna voce')).toBeVisible()
  host.remove()
  serveCalls({ [call]: handOut(chain.map((entry) => ({ ...entry, figures: null }))) })
  show()
  await expect.element(page.getByText('Importi non mostrati.')).toBeVisible()
  await expect.element(page.getByText('Il registro è integro.')).toBeVisible()
})

test('a server that does not answer is told, and asked again', async () => {
  let down = true
  serveCalls({
    [call]: (request) => (down ? { status: 503, body: { detail: 'Riprova tra poco.' } } : handOut(chain)(request)),
  })
  show()
  await expect.element(page.getByText('Registro non disponibile.')).toBeVisible()
  down = false
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(page.getByText('Il registro è integro.')).toBeVisible()
})

test('a slow network shows how far it is', async () => {
  serveCalls({ [call]: () => new Promise(() => undefined) })
  show()
  await expect.element(page.getByRole('progressbar', { name: 'Carico le voci: 0' })).toBeVisible()
})

test('an unknown trader is told so', async () => {
  show(false)
  await expect.element(page.getByRole('heading', { name: 'Trader non trovato' })).toBeVisible()
})
