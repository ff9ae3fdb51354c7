import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { publicFinding } from '#features/integrity/rules/finding-texts.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import profileSheet from '../profile.css?inline'
import { ProfileNotices } from '../ProfileNotices.tsx'
import { performanceWith, traderWith } from '../testing/profile.ts'
import type { Trader } from '../types.ts'
import { VerificationPanel } from './VerificationPanel.tsx'

withSheets(profileSheet)

const show = (trader: Trader) =>
  mount(
    <>
      <ProfileNotices trader={trader} risk={null} />
      <VerificationPanel trader={trader} performance={performanceWith()} />
    </>,
  )

test('each level names the checked and the unchecked facts', async () => {
  show(traderWith())
  await expect.element(page.getByText(/^Dati inviati dal terminale del trader ed esaminati/)).toBeVisible()
  await expect.element(page.getByText(/^Non abbiamo controllato di chi è il conto/)).toBeVisible()
  const beyond = page.getByRole('link', { name: 'Limiti dei controlli' })
  await expect.element(beyond).toHaveAttribute('href', '/risk/index.html#controlli')
})

test('an external match says what was compared, by whom, with which source and when', async () => {
  const match = {
    source: 'myfxbook',
    link: 'https://www.myfxbook.com/members/m',
    matched_at: '2026-11-10T10:00:00.000Z',
    valid_until: '2026-12-10T10:00:00.000Z',
    compared: {
      currency: 'USD',
      balance: { there: 10_500, here: 10_480, within: true },
      closed_trades: { there: 12, here: 12, within: true },
      gain_percentage: { there: 4.7, here: 4.8, within: true },
      drawdown_percentage: { there: 3.1, here: 4.2 },
    },
  }
  const imported = { trades: 310, net_profit: 4_210.4, since: '2024-01-02T00:00:00.000Z', counts: true }
  show(traderWith({ verification_level: 'L3', external_match: match, performance: { imported } }))
  await expect.element(page.getByRole('link', { name: 'MyFxBook' })).toHaveAttribute('href', match.link)
  await expect
    .element(
      page.getByText(/confronto del 10\/11\/2026, fatto da una persona di TopTrader, valido fino al 10\/12\/2026\./),
    )
    .toBeVisible()
  await expect
    .element(page.getByText(/conta in classifica finché vale il riscontro, fino al 10\/12\/2026\./))
    .toBeVisible()
})

test('the connected page counts as compared only where the match in force compared that very page', async () => {
  const page_there = 'https://www.myfxbook.com/members/m'
  const figure = { there: 1, here: 1, within: true }
  const compared = {
    currency: 'USD',
    balance: figure,
    closed_trades: figure,
    gain_percentage: figure,
    drawdown_percentage: null,
  }
  const at = { matched_at: '2026-11-10T10:00:00.000Z', valid_until: '2026-12-10T10:00:00.000Z' }
  const external_match = { source: 'myfxbook', link: page_there, ...at, compared }
  const connected = (myfxbook_url: string) =>
    show(traderWith({ verification_level: 'L3', has_myfxbook: true, myfxbook_url, external_match }))
  const same = connected(page_there)
  await expect.element(page.getByText(/confrontata da una persona di TopTrader/)).toBeVisible()
  same.remove()
  connected('https://www.myfxbook.com/members/un-altro')
  await expect.element(page.getByText(/collegata dal trader/)).toBeVisible()
  expect(page.getByText(/confrontata da una persona/).elements()).toHaveLength(0)
})

test('the figures of the source stand beside ours with their difference', async () => {
  const compared = {
    currency: 'USD',
    balance: { there: 10_500, here: 10_480, within: true },
    closed_trades: { there: 12, here: 13, within: true },
    gain_percentage: { there: 4.7, here: 4.8, within: true },
    drawdown_percentage: { there: 3.1, here: 4.2 },
  }
  const at = { matched_at: '2026-11-10T10:00:00.000Z', valid_until: '2026-12-10T10:00:00.000Z' }
  const trader = (figures: typeof compared | object) =>
    traderWith({
      verification_level: 'L3',
      external_match: { source: 'myfxbook', link: null, ...at, compared: { ...compared, ...figures } },
    })
  const rowsOf = (host: HTMLElement) =>
    [...host.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))
  const host = show(trader({}))
  await expect.element(page.getByRole('columnheader', { name: 'Differenza' })).toBeVisible()
  expect(rowsOf(host)).toEqual([
    ['Balance, USD', '10.500,00', '10.480,00', '+20,00'],
    ['Operazioni chiuse', '12', '13', '−1'],
    ['Guadagno', '+4,70%', '+4,80%', '−0,10 punti'],
    ['Drawdown Max', '−3,10%', '−4,20%', '+1,10 punti'],
  ])
  host.remove()
  const yen = show(trader({ currency: 'JPY', balance: { there: 1_050_000, here: 1_048_000, within: true } }))
  await expect.poll(() => rowsOf(yen)[0]).toEqual(['Balance, JPY', '1.050.000', '1.048.000', '+2.000'])
  yen.remove()
  expect(page.getByText(/non alza il livello/).elements()).toHaveLength(0)
  // Hidden amounts, and a match without a drawdown.
  const hidden = show(trader({ balance: { there: null, here: null, within: true }, drawdown_percentage: null }))
  await expect.element(page.getByText('Coincidono, importo nascosto')).toBeVisible()
  expect(rowsOf(hidden).map(([name]) => name)).toEqual(['Balance, USD', 'Operazioni chiuse', 'Guadagno'])
})

test('a match without proven ownership says that it raises no level', async () => {
  const figure = { there: 1, here: 1, within: true }
  const compared = {
    currency: 'USD',
    balance: figure,
    closed_trades: figure,
    gain_percentage: figure,
    drawdown_percentage: null,
  }
  const at = { matched_at: '2026-11-10T10:00:00.000Z', valid_until: '2026-12-10T10:00:00.000Z' }
  show(traderWith({ verification_level: 'L1', external_match: { source: 'myfxbook', link: null, ...at, compared } }))
  await expect.element(page.getByRole('columnheader', { name: 'Differenza' })).toBeVisible()
  await expect.element(page.getByText(/non alza il livello: manca la titolarità provata\./)).toBeVisible()
})

test('imported days are counted apart', async () => {
  const imported = { trades: 310, net_profit: 4_210.4, since: '2025-12-02T00:00:00.000Z', counts: true }
  // The days of the figures cover both histories. The witnessed ones go from 1 January to 10 February.
  show(traderWith({ performance: { imported, since: '2026-01-01T08:00:00.000Z', days_count: 71 } }))
  await expect.element(page.getByText('01/01/2026 (41 giorni)')).toBeVisible()
  await expect.element(page.getByText('30', { exact: true })).toBeVisible()
})

test('an importing account is called that alone, not a demo account', async () => {
  show(
    traderWith({
      rank: null,
      is_real_account: false,
      verification_level: 'L0',
      not_ranked_reasons: ['not_verified'],
      performance: { is_ea_verified: false },
    }),
  )
  await expect.element(page.getByText('Il terminale non ha ancora finito di inviare lo storico.')).toBeVisible()
  expect(page.getByText(/demo|usa denaro reale/i).elements()).toHaveLength(0)
})

test('findings are sentences; a code of a newer server is shown too', async () => {
  show(traderWith({ findings: ['martingale', 'from_the_future'].map(publicFinding) }))
  await expect.element(page.getByText(/Dopo una perdita la dimensione/)).toBeVisible()
  await expect.element(page.getByText('Segnalazione: from_the_future.')).toBeVisible()
})

test('the head of the ledger links to the page that checks it', async () => {
  show(traderWith({ ledger: { length: 1_204, head: 'ab12cd34ef56ab78'.repeat(4), at: '2026-11-20T15:00:00.000Z' } }))
  const link = page.getByRole('link', { name: 'ab12cd34ef56ab78' })
  await expect.element(link).toHaveAttribute('href', '/registro/marta.ferrero')
  await expect.element(page.getByText('1.204 voci')).toBeVisible()
})

test('an open review is shown as undecided, a confirmed finding as decided', async () => {
  const host = show(traderWith({ rank: null, not_ranked_reasons: ['under_review'], held: 'open' }))
  await expect.element(page.getByText('In verifica.')).toBeVisible()
  await expect.element(page.getByText(/Non è un giudizio su di lui\./)).toBeVisible()
  expect(page.getByText('Dati sincronizzati.').elements()).toHaveLength(0)
  // A check found something: nothing may say that the data passed.
  expect(page.getByText(/passat/).elements()).toHaveLength(0)
  host.remove()
  show(traderWith({ rank: null, verification_level: 'L0', not_ranked_reasons: ['under_review'], held: 'upheld' }))
  await expect.element(page.getByText('Segnalazione confermata.')).toBeVisible()
  await expect.element(page.getByText(/ha confermato una segnalazione grave\./)).toBeVisible()
  expect(page.getByText(/demo/i).elements()).toHaveLength(0)
})

test('closed accounts keep their final figures', async () => {
  show(
    traderWith({
      rank: null,
      status: 'disconnected',
      not_ranked_reasons: ['account_closed', 'stale'],
      closed_accounts: [
        {
          account_id: '7d0c3c0e-5d4e-4a1e-9a53-2f3f5a1f00b2',
          platform: 'MT4',
          opened_at: '2025-03-10T08:00:00.000Z',
          closed_at: '2026-10-01T08:00:00.000Z',
          figures: {
            roi_total: -12.4,
            roi_90: -3.2,
            drawdown_max: 22.5,
            win_rate: 54.1,
            total_trades: 310,
            days_count: 570,
            account_currency: 'USD',
            account_balance: null,
            rank: null,
            verification_level: 'L2',
            open_cases: 0,
          },
        },
      ],
    }),
  )
  await expect.element(page.getByText('Conto chiuso.')).toBeVisible()
  expect(page.getByText('Dati fermi.').elements()).toHaveLength(0)
  expect(page.getByText(/da più di 72 ore/).elements()).toHaveLength(0)
  await page.getByText(/^MT4, dal 10\/03\/2025 al 01\/10\/2026/).click()
  await expect.element(page.getByText('−22,50%')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Registro delle sincronizzazioni' }))
    .toHaveAttribute('href', '/registro/marta.ferrero?account=7d0c3c0e-5d4e-4a1e-9a53-2f3f5a1f00b2')
  expect(page.getByText('Balance').elements()).toHaveLength(0)
})
