import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { advisors, statuses } from '#features/ea/web/testing/status.ts'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { watchLiveRegions } from '#web/testing/live-regions.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import dashboardSheet from './dashboard.css?inline'
import { DashboardView } from './DashboardView.tsx'
import type { Dashboard } from './notices.ts'
import { newcomer, ownPerformance, ownPerformanceCall, synced, unproven } from './testing/dashboard.ts'

withSheets(dashboardSheet)

afterEach(() => vi.restoreAllMocks())

const dashboardKey = ['GET /api/dashboard', {}]

/** The page of one trader, and a function that passes the next refresh on. */
function show(dashboard: Dashboard) {
  let current = dashboard
  serveCalls({
    'GET /api/dashboard': () => ({ body: current }),
    'GET /api/ea/download': () => ({ body: advisors }),
    'GET /api/account/integrity': () => ({ body: unproven }),
    [`GET ${ownPerformanceCall}`]: () => ({ body: ownPerformance }),
  })
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 2_000 } } })
  const host = mount(<DashboardView />, {
    client,
    seeds: [
      { key: 'GET /api/dashboard', input: {}, data: dashboard },
      { key: 'GET /api/ea/download', input: {}, data: advisors },
      { key: 'GET /api/account/integrity', input: {}, data: unproven },
    ],
  })
  const refresh = async (next: Dashboard) => {
    current = next
    await client.refetchQueries({ queryKey: dashboardKey })
  }
  return { host, refresh }
}

const text = (host: Element) => host.textContent.replaceAll(/\s/g, ' ')
const place = () => page.getByRole('region', { name: 'Posizione globale' })

describe('the place', () => {
  test('as a text, with the change as an arrow and as a text', async () => {
    show(synced)
    await expect.element(place().getByText('Secondo su 148')).toBeVisible()
    await expect.element(place().getByText('Su di 1 posizione da ieri')).toBeVisible()
    await expect.element(place().getByText('Su di 4 posizioni in 7 giorni')).toBeVisible()
    await expect.element(place().getByRole('link', { name: 'Vedi la classifica' })).toHaveAttribute('href', '/')
    await expect.element(place().getByRole('link', { name: 'Perché qui' })).toHaveAttribute('href', '#perche')
    expect(document.querySelectorAll('.seal')).toHaveLength(1)
    expect(document.querySelector('.seal')?.querySelector('svg')?.getAttribute('width')).toBe('116')
  })

  test('without a rank it is absent, and the missing conditions are one click away', async () => {
    const { refresh } = show({ ...newcomer, standing: { ranked: 148, yesterday: { rank: 12 }, week_ago: null } })
    await expect.element(place().getByText('Non in classifica')).toBeVisible()
    await expect.element(place().getByText('Ieri eri alla 12ª posizione')).toBeVisible()
    await expect.element(place().getByRole('link', { name: 'Che cosa manca' })).toBeVisible()
    await refresh(newcomer)
    await expect.poll(() => place().getByRole('listitem').elements()).toHaveLength(0)
  })

  test.each([1, 12, 148, 99_999])('place %i stays inside the rosette', async (rank) => {
    show({ ...synced, current_rank: rank })
    await expect.element(place()).toBeVisible()
    const numeral = document.querySelector('.seal b')?.getBoundingClientRect()
    expect(numeral?.width).toBeLessThanOrEqual(56)
  })
})

describe('the heading', () => {
  test.each([
    [['Titolarità provata'], 'Diamond non attivo', { ...synced, leaderboard_expires: '2026-12-01T00:00:00.000Z' }],
    [['Titolarità provata'], 'Diamond', { ...synced, is_diamond: true }],
    [['Dati sincronizzati'], null, { ...synced, verification_level: 'L1' as const }],
    [['Dati non verificati'], null, newcomer],
    [['Titolarità provata', 'Fuori classifica'], null, { ...synced, not_ranked_reasons: ['under_review' as const] }],
  ] as const)('%s, %s', async (level, diamond, dashboard) => {
    const { host } = show({ ...dashboard, not_ranked_reasons: [...dashboard.not_ranked_reasons] })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    const badges = [...host.querySelectorAll('h1 + p .badge')].map((badge) => badge.textContent)
    expect(badges).toEqual([...level, ...(diamond === null ? [] : [diamond])])
  })

  test('on a phone each of its lines begins at the page’s edge', async () => {
    await page.viewport(390, 844)
    const { host } = show({ ...synced, is_diamond: true })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    const edge = host.querySelector('h1')?.getBoundingClientRect().left
    const parts = [...host.querySelectorAll('h1 + p > *')].map((part) => part.getBoundingClientRect())
    const lines = Map.groupBy(parts, ({ bottom }) => Math.round(bottom / 20))
    expect(lines.size).toBeGreaterThan(1)
    for (const line of lines.values()) expect(Math.min(...line.map(({ left }) => left))).toBe(edge)
    await page.viewport(1_280, 800)
  })

  test('names the account', async () => {
    const { host } = show(synced)
    await expect.poll(() => text(host)).toContain('@chiara.neri, conto MT5 reale')
    await expect.element(page.getByRole('link', { name: 'Vedi il profilo pubblico' })).toBeVisible()
  })
})

describe('the figures', () => {
  const figures = (host: Element) => [...host.querySelectorAll('.kpi')].map((cell) => text(cell))
  const withFigures = (change: Partial<Dashboard['performance_summary']>, currency = 'EUR'): Dashboard => ({
    ...synced,
    performance_summary: { ...synced.performance_summary, ...change },
    account: synced.account && { ...synced.account, currency },
  })

  test('with their notes', async () => {
    const { host } = show(synced)
    await expect
      .poll(() => figures(host))
      .toEqual([
        'ROI totale+142,07%dal 02/06/2025',
        'P/L Live−209,16 €posizioni aperte',
        'Operazioni totali91812 questa settimana',
        'Win rate66,8%Tra il 50% e il 70%',
      ])
  })

  test('the floating result is in euro, the account’s own currency below; without a rate that one alone', async () => {
    const dollars = { account_profit: -227.35, account_profit_eur: -209.16 }
    const { host, refresh } = show(withFigures(dollars, 'USD'))
    await expect.poll(() => figures(host)[1]).toBe('P/L Live−209,16 €−227,35 $, posizioni aperte')
    await refresh(withFigures({ ...dollars, account_profit_eur: null, has_open_positions: false }, 'XAU'))
    await expect.poll(() => figures(host)[1]).toBe('P/L Live−227,35 XAUnessuna posizione aperta')
  })

  test.each([
    [70, 'Dal 70% in su'],
    [69.9, 'Tra il 50% e il 70%'],
    [50, 'Tra il 50% e il 70%'],
    [49.9, 'Sotto il 50%'],
  ])('a win rate of %f percent: %s', async (win_rate, words) => {
    const { host } = show(withFigures({ win_rate }))
    await expect.poll(() => figures(host)[3]).toContain(words)
  })

  test('no figure is invented: without trades there is no win rate, and a quiet week is named', async () => {
    const { host } = show(withFigures({ total_trades: 0, win_rate: null, trades_this_week: 0 }))
    await expect
      .poll(() => figures(host).slice(2))
      .toEqual(['Operazioni totali0nessuna questa settimana', 'Win rateN/Adopo la prima operazione chiusa'])
  })
})

describe('a refresh', () => {
  /** The text of all live regions of the page. */
  const spoken = (host: Element) =>
    [...host.querySelectorAll('output, [role=status], [role=alert], [aria-live]')].map((region) => region.textContent)

  test('that changes figures alone is not announced, and moves no focus', async () => {
    const { host, refresh } = show(synced)
    const link = page.getByRole('link', { name: 'Vedi la classifica' })
    await expect.element(page.getByRole('heading', { name: 'Andamento del conto' })).toBeVisible()
    ;(link.element() as HTMLElement).focus()
    const changes = watchLiveRegions(host)
    await refresh({
      ...synced,
      performance_summary: { ...synced.performance_summary, account_profit_eur: -180.02, total_trades: 919 },
      ea: { ...statuses.connected, ea_sync_count: 86_418, last_ea_sync: '2026-11-20T15:43:00.000Z' },
    })
    await expect.element(page.getByText('919', { exact: true })).toBeVisible()
    expect(changes()).toEqual([])
    await expect.element(link).toHaveFocus()
  })

  test('that changes the place or the warnings is announced once', async () => {
    const { host, refresh } = show(synced)
    await expect.element(place()).toBeVisible()
    await refresh({ ...synced, current_rank: 4, standing: { ...synced.standing, ranked: 149 } })
    await expect.poll(() => spoken(host)).toContain('Posizione globale: Quarto su 149.')
    const warning = { code: 'plan_expiring' as const, message: 'Il tuo piano scade tra meno di 3 giorni.' }
    await refresh({ ...synced, current_rank: 4, warnings: [warning] })
    await expect.poll(() => spoken(host)).toContain('Piano in scadenza. Il tuo piano scade tra meno di 3 giorni.')
    expect(spoken(host)).not.toContain('Posizione globale: Quarto su 149.')
  })

  test('keeps the links that are being typed', async () => {
    const { refresh } = show({ ...synced, can_use_trader_links: true })
    const field = page.getByLabelText('Sito web')
    await field.fill('https://chiara')
    await refresh({ ...synced, current_rank: 7, can_use_trader_links: false })
    await expect.element(page.getByText('Settimo su 148')).toBeVisible()
    await expect.element(field).toHaveValue('https://chiara')
    await expect.element(field).toHaveFocus()
  })
})

test('a saved MyFxBook link appears at once, by keyboard alone', async () => {
  const url = 'https://www.myfxbook.com/members/chiara'
  let current: Dashboard = synced
  serveCalls({
    'GET /api/dashboard': () => ({ body: current }),
    'GET /api/ea/download': () => ({ body: advisors }),
    'GET /api/account/integrity': () => ({ body: unproven }),
    [`GET ${ownPerformanceCall}`]: () => ({ body: ownPerformance }),
    'PUT /api/trader/myfxbook': () => {
      current = { ...synced, trader_info: { ...synced.trader_info, myfxbook_url: url } }
      return { body: { success: true, message: '✅ MyFxBook collegato con successo!', myfxbook_url: url } }
    },
  })
  mount(<DashboardView />, { seeds: [{ key: 'GET /api/dashboard', input: {}, data: synced }] })
  const field = page.getByLabelText('Indirizzo della pagina')
  await expect.element(field).toBeVisible()
  ;(field.element() as HTMLElement).focus()
  await userEvent.keyboard(url)
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByText('Collegato', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Modifica' })).toHaveFocus()
})
