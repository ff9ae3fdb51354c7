import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount, withSheets } from '#web/testing/mount.tsx'
import profileSheet from '../profile.css?inline'
import { ScorePanel } from './ScorePanel.tsx'
import { performanceWith, scoreWith, traderWith } from '../testing/profile.ts'

withSheets(profileSheet)

const show = (score: ReturnType<typeof scoreWith>) =>
  mount(<ScorePanel trader={traderWith()} performance={performanceWith({ score })} />)

test('the equity row has the mean that counts, in euro, and not the present equity', async () => {
  show(scoreWith())
  await expect.element(page.getByText('27.496,00\u00a0€, media di 30 giorni')).toBeVisible()
  show(scoreWith({ equity_eur_mean: null }))
  await expect.element(page.getByText('media degli ultimi 30 giorni')).toBeVisible()
})

test('visitors read no lever: what would raise the score stands on the dashboard', async () => {
  const panel = show(scoreWith())
  await expect.element(page.getByRole('link', { name: '@luca' })).toBeVisible()
  expect(panel.textContent).not.toMatch(/servirebbe|alzerebbe|basterebbe|100\.000/)
})

test('own score and distance add up to the score above, as they are printed', async () => {
  show(scoreWith())
  // 61.014 and 61.526 differ by 0.512, and by 0.52 as they are printed.
  await expect.element(page.getByText(/@luca, 61,53 punti, 0,52 in più\.$/)).toBeVisible()
})

test('a gain after a loss says for how much it counts, and a gain from the peak says nothing', async () => {
  const after = performanceWith({
    score: scoreWith({ growth_90: 1.6457, start_drawdown: 0.588, scoring_growth: 1.266 }),
  })
  const summary = { ...after.summary, roi_90: 64.57 }
  const host = mount(<ScorePanel trader={traderWith()} performance={{ ...after, summary }} />)
  await expect
    .element(page.getByText(/^\+64,57%, dopo una perdita: conta per \+26,60%, 413 operazioni contate/))
    .toBeVisible()
  host.remove()
  // A fall that no printed digit shows is none.
  const peak = show(scoreWith({ growth_90: 1.2, start_drawdown: 0.000_01, scoring_growth: 1.199_998 }))
  await expect.element(page.getByText(/413 operazioni contate/)).toBeVisible()
  expect(peak.textContent).not.toContain('dopo una perdita')
})

test('no correction for open losses is no sign of no risk: the drawdown stands beside it', async () => {
  const fallen = { ...scoreWith(), drawdown_max: 76 }
  show(fallen)
  const row = page.getByRole('row', { name: /^Correzione per il rischio/ })
  await expect.element(row).toMatchTextContent(/Nessuna grande perdita aperta adesso\. Drawdown Max: −76,00%/)
})

test('the receipt names the version of the formula, and leads to the method', async () => {
  show(scoreWith())
  await expect
    .element(page.getByRole('link', { name: 'Formula, versione 2' }))
    .toHaveAttribute('href', '/how-it-works/index.html')
})
