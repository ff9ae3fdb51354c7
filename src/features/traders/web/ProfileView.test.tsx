import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount, withSheets } from '#web/testing/mount.tsx'
import profileSheet from './profile.css?inline'
import { ProfileView } from './ProfileView.tsx'
import { importing, noPerformance, performanceWith, profileSeeds, scoreWith, traderWith } from './testing/profile.ts'

withSheets(profileSheet)

const view = <ProfileView username="marta.ferrero" />
const show = (...[trader, performance]: Parameters<typeof profileSeeds>) =>
  mount(view, { seeds: profileSeeds(trader, performance) })

afterEach(() => vi.restoreAllMocks())

/** The server's answers from now on. */
function answer(body: unknown, status: number) {
  const response = () => Promise.resolve(new Response(JSON.stringify(body), { status }))
  return vi.spyOn(window, 'fetch').mockImplementation(response)
}

test('an unknown trader gets a message and a way back', async () => {
  show(null, null)
  await expect.element(page.getByRole('heading', { name: 'Trader non trovato' })).toBeVisible()
  await expect.element(page.getByText(/Il profilo @marta\.ferrero non è nel registro\./)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Vai alla classifica' })).toHaveAttribute('href', '/')
})

test('figures stand with their proof, in the texts of the level: euro large, account currency below, last sync in Rome', async () => {
  show(traderWith({ rank: 1, current_rank: 1 }), performanceWith())
  await expect.element(page.getByText('Dati sincronizzati.')).toBeVisible()
  expect(page.getByText(/Dati verificati/).elements()).toHaveLength(0)
  await expect.element(page.getByText(/Ultima sincronizzazione: 20\/11\/2026, 16:38\./)).toBeVisible()
  await expect.element(page.getByText('44.372,10\u00a0€')).toBeVisible()
  await expect.element(page.getByText('48.230,55\u00a0$')).toBeVisible()
  await expect.element(page.getByText('1ª posizione su 148 trader')).toBeVisible()
  await expect.element(page.getByText('MT5 Real').first()).toBeVisible()
  expect(document.querySelectorAll('h1')).toHaveLength(1)
})

test.each([
  ['L1', 'Dati sincronizzati', 'MT5 Real'],
  ['L2', 'Titolarità provata', 'MT5 verificato'],
  ['L3', 'Riscontro esterno', 'MT5 verificato'],
] as const)('an account is called verified from proven ownership on: %s', async (level, label, account) => {
  const host = show(traderWith({ verification_level: level }), performanceWith())
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  const badges = [...host.querySelectorAll('.badge')].map((badge) => badge.textContent)
  expect(badges).toContain(label)
  expect(badges).toContain(account)
  expect(badges.filter((text) => /verificat/i.test(text))).toHaveLength(level === 'L1' ? 0 : 1)
  // Nor does a check stand where nobody has checked whose the data are.
  expect(host.querySelectorAll('.badge-verified')).toHaveLength(level === 'L1' ? 0 : 1)
})

test('nothing is called verified while a finding is open or confirmed', async () => {
  const heldTrader = (held: 'open' | 'upheld') =>
    traderWith({ rank: null, verification_level: 'L2', not_ranked_reasons: ['under_review'], held })
  const host = show(heldTrader('open'), performanceWith())
  await expect.element(page.getByText('In verifica', { exact: true })).toBeVisible()
  await expect.element(page.getByText('MT5 Real').first()).toBeVisible()
  expect(page.getByText('MT5 verificato').elements()).toHaveLength(0)
  host.remove()
  show(heldTrader('upheld'), performanceWith())
  await expect.element(page.getByText('Segnalazione confermata', { exact: true })).toBeVisible()
  expect(page.getByText('MT5 verificato').elements()).toHaveLength(0)
})

test('a closed account shows its last figures, and no connection', async () => {
  show(traderWith({ rank: null, not_ranked_reasons: ['account_closed'] }), performanceWith())
  await expect.element(page.getByText('MT5, conto chiuso')).toBeVisible()
  await expect.element(page.getByText('Balance finale')).toBeVisible()
  await expect.element(page.getByText('Equity finale')).toBeVisible()
  for (const text of ['Connesso', 'MT5 verificato', 'Balance attuale'])
    expect(page.getByText(text).elements()).toHaveLength(0)
})

test('figures and chart name the same first day', async () => {
  // 23:30 in UTC is the next day in Rome.
  const since = '2026-01-01T23:30:00.000Z'
  show(traderWith({ performance: { since } }), performanceWith({ since }))
  await expect.element(page.getByText('dal 01/01/2026')).toBeVisible()
  await expect.element(page.getByText('01/01/2026 (621 giorni)')).toBeVisible()
})

test('the total return names the first day of a history that counts', async () => {
  const imported = { trades: 4, net_profit: 10, since: '2025-11-30T10:00:00.000Z' }
  const since = '2026-01-01T10:00:00.000Z'
  show(traderWith({ performance: { since, imported: { ...imported, counts: true } } }), performanceWith({ since }))
  await expect.element(page.getByText('dal 30/11/2025')).toBeVisible()
  show(traderWith({ performance: { since, imported: { ...imported, counts: false } } }), performanceWith({ since }))
  await expect.element(page.getByText('dal 01/01/2026').last()).toBeVisible()
})

test('without MyFxBook the drawdown is Non verificato, and a button says why', async () => {
  show(traderWith(), performanceWith())
  const sentence = page.getByText(/Il trader non ha collegato MyFxBook/)
  await expect.element(sentence).not.toBeVisible()
  await page.getByText('Non verificato').click()
  await expect.element(sentence).toBeVisible()
})

test('with MyFxBook the drawdown links to the outside verification', async () => {
  show(traderWith({ has_myfxbook: true, myfxbook_url: 'https://www.myfxbook.com/members/m' }), performanceWith())
  const link = page.getByRole('link', { name: 'Apri la verifica' })
  await expect.element(link).toHaveAttribute('href', 'https://www.myfxbook.com/members/m')
})

test('a demo account says DATI DEMO and has no rank', async () => {
  show(
    traderWith({ is_real_account: false, rank: null, verification_level: 'L0', not_ranked_reasons: ['demo_account'] }),
    performanceWith(),
  )
  await expect.element(page.getByText('DATI DEMO')).toBeVisible()
  await expect.element(page.getByText('DATI DEMO.')).toBeVisible()
  await expect.element(page.getByText('Dati non verificati').first()).toBeVisible()
  await expect.element(page.getByText('Fuori classifica').first()).toBeVisible()
})

test('delayed data and a lapsed plan are announced before the figures', async () => {
  show(
    traderWith({
      status: 'disconnected',
      has_active_plan: false,
      rank: null,
      not_ranked_reasons: ['no_active_plan', 'stale'],
    }),
    performanceWith(),
  )
  await expect.element(page.getByText('Dati fermi.')).toBeVisible()
  await expect.element(page.getByText('Piano scaduto.')).toBeVisible()
  await expect.element(page.getByText(/^Il conto non si sincronizza da più di 72 ore\. Finché non torna/)).toBeVisible()
})

test('during the import there are no figures', async () => {
  show(importing(), noPerformance())
  await expect.element(page.getByText('Importazione in corso.')).toBeVisible()
  await expect.element(page.getByText(/Ancora nessun dato\./)).toBeVisible()
  await expect.element(page.getByText('Solo dopo la prima sincronizzazione').first()).toBeVisible()
  expect(page.getByText(/DATI DEMO/).elements()).toHaveLength(0)
})

test('only existing social links appear', async () => {
  const none = { copy_trading: null, telegram: null, instagram: null, twitter: null, tiktok: null, website: null }
  show(traderWith({ trader_links: { ...none, website: 'https://example.org' } }), performanceWith())
  await expect.element(page.getByRole('link', { name: 'Sito web' })).toBeVisible()
  expect(page.getByRole('link', { name: 'Instagram' }).elements()).toHaveLength(0)
  expect(page.getByRole('link', { name: 'Copia questo Trader' }).elements()).toHaveLength(0)
  expect(page.getByRole('link', { name: 'Guarda la vetrina' }).elements()).toHaveLength(0)
})

test('links to services of others lead over the page that names their host', async () => {
  const none = { copy_trading: null, telegram: null, instagram: null, twitter: null, tiktok: null }
  const links = { copy_trading_link: 'https://copy.example/marta', telegram_link: 'https://t.me/marta' }
  show(traderWith({ ...links, trader_links: { ...none, website: 'https://marta.example' } }), performanceWith())
  for (const [name, link] of [
    ['Copia questo Trader', 'copy-trading'],
    ['Telegram', 'telegram'],
    ['Sito web', 'website'],
  ] as const) {
    const there = page.getByRole('link', { name })
    await expect.element(there).toHaveAttribute('href', expect.stringMatching(new RegExp(`^/esci/[^/]+/${link}$`)))
  }
})

test('the page links to a public showcase', async () => {
  show(traderWith({ is_diamond: true, showcase_id: 'una-vetrina' }), performanceWith())
  await expect
    .element(page.getByRole('link', { name: 'Guarda la vetrina' }))
    .toHaveAttribute('href', '/vetrine/una-vetrina')
})

test('the page announces that it is loading', async () => {
  vi.spyOn(window, 'fetch').mockReturnValue(new Promise(() => undefined))
  mount(view)
  await expect.element(page.getByText('Caricamento profilo...')).toBeVisible()
})

test('a failed read offers Riprova, which sends the request again', async () => {
  answer({ detail: 'Servizio momentaneamente non disponibile. Riprova tra poco.' }, 503)
  mount(view)
  await expect.element(page.getByText(/Servizio momentaneamente non disponibile\./)).toBeVisible()
  answer(traderWith(), 200)
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(page.getByRole('heading', { name: 'Marta Ferrero' })).toBeVisible()
})

test('the monthly table has years as rows on a wide screen and months as rows on a phone', async () => {
  await page.viewport(1280, 800)
  show(traderWith(), performanceWith())
  const heads = (table: Element) => [...table.querySelectorAll('thead th')].map((cell) => cell.textContent)
  const wide = page.getByRole('table', { name: /per anno/ })
  await expect.element(wide).toBeVisible()
  expect(heads(wide.element())).toHaveLength(14)
  expect(wide.element().querySelector('tbody tr')?.textContent).toContain('2026+10,0−5,0')
  await page.viewport(390, 800)
  const tall = page.getByRole('table', { name: /^Rendimenti mensili.*per mese/ })
  await expect.element(tall).toBeVisible()
  expect(heads(tall.element())).toEqual(['Mese', '2026', '2025'])
  expect(tall.element().querySelectorAll('tbody tr')).toHaveLength(12)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('a listener hears the place once, as a sentence', async () => {
  const host = show(traderWith(), performanceWith())
  await expect.element(page.getByText('4ª posizione su 148 trader')).toBeVisible()
  expect(host.querySelector('.seal')?.textContent).toBe('#4')
  expect(host.querySelector('.seal')?.getAttribute('aria-hidden')).toBe('true')
})

test('in one column the panels follow their numbers', async () => {
  await page.viewport(1000, 800)
  show(traderWith(), performanceWith({ score: scoreWith() }))
  await expect.element(page.getByText('Tavola 12')).toBeVisible()
  const plates = [...document.querySelectorAll('.panel-plate')]
  const downwards = plates.toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
  expect(downwards.map((plate) => plate.textContent)).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => `Tavola ${n}`),
  )
})

test('months that print as zero give a total of zero without a colour', async () => {
  await page.viewport(1280, 800)
  show(traderWith(), performanceWith({ monthly: [{ month: '2026-01', roi: 0.02 }] }))
  const total = page.getByRole('table', { name: /per anno/ }).getByText('0,0%')
  await expect.element(total).toBeVisible()
  expect(total.element().querySelector('svg')).toBeNull()
  expect(total.element().className).not.toContain('text-gain')
})

test('wider letter spacing causes no sideways scroll on the narrowest phone', async () => {
  await page.viewport(320, 800)
  const spacing = document.createElement('style')
  spacing.textContent =
    '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }'
  document.head.append(spacing)
  const symbols = [{ symbol: 'XAUUSD', trades: 1_300, win_rate: 67.6, profit: -18_820.5, share: -12 }]
  const weekdays = [1, 2, 3].map((weekday) => ({ weekday, trades: 412, win_rate: 55.5, profit: 12_345.67 }))
  show(traderWith(), performanceWith({ score: scoreWith(), symbols, weekdays }))
  await expect.element(page.getByText('Tavola 12')).toBeVisible()
  const widest = document.documentElement.scrollWidth
  spacing.remove()
  expect(widest).toBeLessThanOrEqual(320)
})
