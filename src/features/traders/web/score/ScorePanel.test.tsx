import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '#web/testing/mount.tsx'
import '../profile.css'
import { ScorePanel } from './ScorePanel.tsx'
import { performanceWith, scoreWith, traderWith } from '../testing/profile.ts'

const show = (score: ReturnType<typeof scoreWith>) =>
  mount(<ScorePanel trader={traderWith()} performance={performanceWith({ score })} />)

test('the equity row has the mean that counts, in euro, and not the present equity', async () => {
  show(scoreWith())
  await expect.element(page.getByText('27.496,00\u00a0€, media di 30 giorni')).toBeVisible()
  show(scoreWith({ equity_eur_mean: null }))
  await expect.element(page.getByText('media degli ultimi 30 giorni')).toBeVisible()
})

test('own score and distance add up to the score above, as they are printed', async () => {
  show(scoreWith())
  // 61.014 and 61.526 differ by 0.512, and by 0.52 as they are printed.
  await expect.element(page.getByText(/@luca, 61,53 punti: ne mancano 0,52\. A parità/)).toBeVisible()
})
