import { expect, test } from 'vitest'
import type { Evaluation } from '../../rules.ts'
import { explainScore } from './explanation.ts'

const components = { growth_90: 1.1, roi_weight: 1, start_drawdown: 0, scoring_growth: 0 }
const sentencesOf = (wins: number, total_trades: number) =>
  explainScore({ components, wins, total_trades, points: null, max_drawdown_total: null } as unknown as Evaluation)

test.each([
  [1, 2, 'Ha chiuso in guadagno 1 operazione su 2; con poche operazioni il win rate viene avvicinato al 50%.'],
  [0, 199, 'Ha chiuso in guadagno 0 operazioni su 199; con poche operazioni il win rate viene avvicinato al 50%.'],
  [2_000, 2_976, 'Ha chiuso in guadagno 2.000 operazioni su 2.976.'],
  [0, 0, 'Non ha ancora chiuso operazioni: il win rate parte dal 50%.'],
])('%d winning trades of %d in words', (wins, trades, sentence) => {
  expect(sentencesOf(wins, trades)).toContain(sentence)
})

test('how much the result weighs is said with the number of trades at which it weighs fully', () => {
  expect(sentencesOf(150, 200)[0]).toMatch(/ Con 200 operazioni o più il rendimento pesa per intero\.$/)
})
