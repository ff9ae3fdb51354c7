import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { traderWith } from '../testing/profile.ts'
import type { Trader } from '../types.ts'
import { LedgerView } from './LedgerView.tsx'
import type { LedgerEntry } from './chain.ts'
import { chainOf } from './testing/ledger.ts'
import smallViewsSheet from '../../../../site/web/small-views.css?inline'

withSheets(smallViewsSheet)

const call = 'GET /api/trader/marta.ferrero/ledger'
const chain = await chainOf(30)

afterEach(() => vi.restoreAllMocks())

function show(found = true, change: Partial<Trader> = {}) {
  const ledger = { length: 30, head: chain[29]!.hash, at: chain[29]!.at }
  const { performance: _, ...rest } = change
  const data = found ? traderWith({ ledger, ...rest }) : null
  const seed = { key: 'GET /api/trader/:username', input: { params: { username: 'marta.ferrero' } }, data }
  return mount(<LedgerView username="marta.ferrero" />, { seeds: [seed] })
}

/** The ledger as the call sends it, ten entries at a time. */
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
  const requests = serveCalls({ [call]: handOut(chain) })
  show()
  await expect.element(page.getByText('Il registro è integro.')).toBeVisible()
  await expect.element(page.getByText(/ha ricalcolato 30 impronte/)).toBeVisible()
  await expect.element(page.getByText('Prova che non abbiamo modificato i dati inviati.')).toBeVisible()
  await expect.element(page.getByText('Non prova che i dati inviati fossero veri.')).toBeVisible()
  expect(requests.filter(({ key }) => key === call)).toHaveLength(3)
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

test('an earlier fingerprint is found with its date; an unknown one and an invalid one get a message', async () => {
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
  await expect.element(field).toHaveFocus()
})

const closedId = '7d0c3c0e-5d4e-4a1e-9a53-2f3f5a1f00b2'
const closed = {
  account_id: closedId,
  platform: 'MT4',
  opened_at: '2025-03-10T08:00:00.000Z',
  closed_at: '2026-10-01T08:00:00.000Z',
  figures: {
    roi_total: 1,
    roi_90: 1,
    drawdown_max: 1,
    win_rate: 50,
    total_trades: 2,
    days_count: 3,
    account_currency: 'USD',
    account_balance: null,
    rank: null,
    verification_level: 'L1',
    open_cases: 0,
  },
} as const

test('a fingerprint of a closed account is found in its own ledger, which a link opens', async () => {
  const old = await chainOf(4, '1e'.repeat(16))
  const requests = serveCalls({
    [call]: (request) => handOut(request.url.searchParams.get('account') === closedId ? old : chain)(request),
  })
  show(true, { closed_accounts: [closed] })
  const field = page.getByLabelText('Impronta vista in precedenza')
  await field.fill(old[2]!.hash.slice(0, 16))
  await page.getByRole('button', { name: 'Cerca' }).click()
  await expect.element(page.getByText('È nel registro di un altro conto di questo trader.')).toBeVisible()
  await expect.element(page.getByText(/È la voce 3, del 01\/11\/2026, 04:00:/)).toBeVisible()
  const nav = page.getByRole('navigation', { name: 'Registri di questo trader' })
  await expect
    .element(nav.getByRole('link', { name: 'MT4, chiuso il 01/10/2026' }))
    .toHaveAttribute('href', `/registro/marta.ferrero?account=${closedId}`)
  await expect.element(nav.getByRole('link', { name: 'Conto di oggi' })).toHaveAttribute('aria-current', 'page')
  await field.fill('0123456789abcdef')
  await page.getByRole('button', { name: 'Cerca' }).click()
  await expect.element(page.getByText('Non è in nessun registro di questo trader.')).toBeVisible()
  expect(requests.filter(({ key }) => key === call).length).toBeGreaterThan(3)
})

test('the address opens the ledger of a closed account', async () => {
  const old = await chainOf(4, '1e'.repeat(16))
  serveCalls({
    [call]: (request) => handOut(request.url.searchParams.get('account') === closedId ? old : chain)(request),
  })
  const home = window.location.pathname + window.location.search
  window.history.pushState(null, '', `${window.location.pathname}?account=${closedId}`)
  try {
    show(true, { closed_accounts: [closed] })
    await expect.element(page.getByText(/ha ricalcolato 4 impronte/)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'MT4, chiuso il 01/10/2026' }))
      .toHaveAttribute('aria-current', 'page')
  } finally {
    window.history.replaceState(null, '', home)
  }
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

test('an outage of the server is reported, and the request can be repeated', async () => {
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

test.each([
  ['an outage', () => ({ status: 503, body: { detail: 'Riprova tra poco.' } }), 'Registro non disponibile.'],
  [
    'a break',
    handOut(chain.map((entry) => (entry.n === 12 ? { ...entry, records: 7 } : entry))),
    /La catena si interr/,
  ],
] as const)('on a phone %s shows within the first screen', async (_, answered, text) => {
  await page.viewport(360, 640)
  try {
    serveCalls({ [call]: answered })
    show()
    const alert = page.getByRole('alert').filter({ hasText: text })
    await expect.element(alert).toBeVisible()
    expect(alert.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(640)
  } finally {
    await page.viewport(1_280, 800)
  }
})

test('a slow network shows the progress', async () => {
  serveCalls({ [call]: () => new Promise(() => undefined) })
  show()
  await expect.element(page.getByRole('progressbar', { name: 'Carico le voci: 0' })).toBeVisible()
})

test('an unknown trader gets a message', async () => {
  show(false)
  await expect.element(page.getByRole('heading', { name: 'Trader non trovato' })).toBeVisible()
})
