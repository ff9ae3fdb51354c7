import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount, withSheets } from '#web/testing/mount.tsx'
import dashboardSheet from '../dashboard.css?inline'
import type { Dashboard } from '../notices.ts'
import { newcomer, synced } from '../testing/dashboard.ts'
import { WhyPanel } from './WhyPanel.tsx'

withSheets(dashboardSheet)

const show = (dashboard: Dashboard) => ({ host: mount(<WhyPanel dashboard={dashboard} />) })
const text = (host: Element) => host.textContent.replaceAll(/\s/g, ' ')

describe('why a trader has this place', () => {
  test('points, levers, neighbours and conditions', async () => {
    const { host } = show(synced)
    await expect.element(page.getByRole('heading', { name: 'Perché sono qui' })).toBeVisible()
    await expect.element(page.getByRole('table', { name: 'Punteggio voce per voce' })).toBeVisible()
    const levers = page.getByRole('region', { name: 'Che cosa alzerebbe il punteggio' })
    expect(
      levers
        .getByRole('listitem')
        .elements()
        .map((line) => text(line)),
    ).toEqual([
      '100.000 euro tenuti sul conto per 30 giorni: la media di ora è 27.496,00 €+1,90 punti',
      'Un punto percentuale di ROI in più nei 90 giorni+0,41 punti',
      'Un’altra operazione chiusa in profitto+0,02 punti',
    ])
    const near = page.getByRole('region', { name: 'Chi ti sta vicino' })
    await expect.element(near.getByText(/@luca, 61,53 punti, 0,52 in più\./)).toBeVisible()
    await expect.element(near.getByText(/servirebbe un ROI a 90 giorni del \+13,40%\.$/)).toBeVisible()
    await expect.element(near.getByText(/@paolo, 60,20 punti, 0,81 in meno\./)).toBeVisible()
    await page.getByText('Hai tutto quello che serve per la classifica: 9 condizioni su 9').click()
    await expect.element(page.getByText('Capitale proprio sopra lo zero')).toBeVisible()
    expect(text(host)).not.toMatch(/guadagn|garanti/i)
  })

  test('the first has no neighbour above, the last none below', async () => {
    const score = synced.score && { ...synced.score, next_rank_gap: null, below: null }
    const { host } = show({ ...synced, current_rank: 1, score })
    await expect.poll(() => text(host)).toContain('Sopra di te non c’è nessuno.')
    expect(text(host)).toContain('Sotto di te non c’è nessuno.')
  })

  test('a new trader reads the missing conditions, with links', async () => {
    const { host } = show(newcomer)
    await expect.element(page.getByRole('heading', { name: 'Perché non sono in classifica' })).toBeVisible()
    await expect.poll(() => text(host)).toContain('Mancano 3 condizioni su 9.')
    const missing = page.getByRole('region', { name: 'Che cosa manca per entrare in classifica' })
    await expect
      .element(missing.getByRole('link', { name: 'Attiva Basic' }))
      .toHaveAttribute('href', '/?view=basic-subscribe')
    await expect.element(missing.getByRole('link', { name: 'Vai all’Expert Advisor' }).first()).toBeVisible()
    expect(text(host)).toContain('Il punteggio nasce con la prima sincronizzazione completa.')
  })

  test('a demo account has its score without a place, and the steps to a real one', async () => {
    const { host } = show({
      ...synced,
      current_rank: null,
      not_ranked_reasons: ['demo_account'],
      score: synced.score && { ...synced.score, next_rank_gap: null, below: null },
    })
    await expect.poll(() => text(host)).toContain('Manca una condizione su 9.')
    expect(text(host)).toContain('Il punteggio si calcola anche fuori classifica')
    expect(text(host)).toContain('Fuori classifica')
    expect(text(host)).not.toContain('Chi ti sta vicino')
    const missing = page.getByRole('region', { name: 'Che cosa manca per entrare in classifica' })
    await expect
      .element(missing.getByRole('link', { name: 'Cambia conto' }))
      .toHaveAttribute('href', '/?view=account#conto')
  })
})
