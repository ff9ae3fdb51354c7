import { resultPercent } from '#shared/format/format.ts'

/** Labels of the score's parts and of what would raise it, as several screens print them. */
export const riskCorrection = 'Correzione per il rischio'
export const fullEquity = '100.000 euro tenuti sul conto per 30 giorni'

/** A gain that begins below the peak counts in part. Null where no printed digit differs. `docs/ranking.md` 7.1. */
export function recoveryText(components: { growth_90: number; scoring_growth: number }): string | null {
  const [shown, counted] = [components.growth_90, components.scoring_growth].map((growth) =>
    resultPercent(100 * (growth - 1)),
  )
  return shown === counted ? null : `dopo una perdita: conta per ${counted}`
}
