import type { Evaluation } from '#features/leaderboard/rules.ts'
import {
  FULL_TRADES,
  P_EQUITY,
  P_ROI,
  P_WIN,
  type Components,
  type Levers,
  type Points,
} from '#features/leaderboard/rules/score.ts'
import { shortDecimal, shortResult } from '#shared/format.ts'

/** The trader one place above, and the 90-day ROI (percent units) that would reach it; null where no ROI can. */
export interface Gap {
  username: string
  points: number
  needed_roi: number | null
}

/**
 * Why a score is what it is, in Italian sentences: the components from the heaviest to the lightest, the risk correction, what would
 * raise the score most, the distance from the place above. `docs/ranking.md` 7.3 and 7.4.
 */
export function explainScore(evaluation: Evaluation, gap: Gap | null): string[] {
  const { components, points, levers } = evaluation
  if (components === null || points === null || levers === null) return []
  return [
    ...componentSentences(components, points, evaluation),
    ...riskSentences(evaluation, points),
    ...leverSentences(levers),
    ...(gap === null ? [] : [gapSentence(gap)]),
  ]
}

function componentSentences(components: Components, points: Points, evaluation: Evaluation): string[] {
  const { counted_trades, counted_wins } = evaluation
  const weight = components.roi_weight
  const trades = `${shortDecimal(counted_trades, 1)} su ${FULL_TRADES}`
  const roi =
    `ROI a 90 giorni ${shortResult(100 * (components.growth_90 - 1), 2)}%: ` +
    `${shortDecimal(points.roi_measured + points.roi_neutral, 2)} punti su ${P_ROI}. ` +
    (weight < 1
      ? `Trade contati: ${trades}, quindi il rendimento pesa al ${shortDecimal(100 * weight, 1)}%; il resto vale come un ROI di zero.`
      : 'I trade contati bastano: il rendimento pesa per intero.')
  const wins =
    `Win rate corretto ${shortDecimal(100 * components.win_rate, 1)}%: ${shortDecimal(points.win_rate, 2)} punti su ${P_WIN}. ` +
    `Trade contati in profitto: ${shortDecimal(counted_wins, 1)} su ${shortDecimal(counted_trades, 1)}; meno sono i trade, più la percentuale si avvicina al 50%.`
  const equity =
    `Capitale medio degli ultimi 30 giorni: ${shortDecimal(points.equity, 2)} punti su ${P_EQUITY}. ` +
    'La scala va da 100 a 100.000 euro.'
  return [
    { text: roi, points: points.roi_measured + points.roi_neutral },
    { text: wins, points: points.win_rate },
    { text: equity, points: points.equity },
  ]
    .toSorted((a, b) => b.points - a.points)
    .map(({ text }) => text)
}

function riskSentences({ floating_ratio }: Evaluation, points: Points): string[] {
  if (points.risk === 0 || floating_ratio === null) return []
  return [
    `L’equity è sotto il saldo del ${shortDecimal(100 * floating_ratio, 1)}%: il punteggio perde ${shortDecimal(-points.risk, 2)} punti.`,
  ]
}

const leverTexts: Record<keyof Levers, string> = {
  roi_plus_1pp: 'un punto percentuale di ROI in più',
  one_more_win: 'un altro trade in profitto',
  full_roi_weight: `${FULL_TRADES} trade contati al ROI di oggi`,
  full_equity: '100.000 euro tenuti sul conto per 30 giorni',
  no_floating_loss: 'nessuna perdita aperta',
}

/** Below this a change would print as zero. */
const visiblePoints = 0.005

function leverSentences(levers: Levers): string[] {
  const gains = (Object.keys(leverTexts) as (keyof Levers)[])
    .filter((name) => levers[name] >= visiblePoints)
    .toSorted((a, b) => levers[b] - levers[a])
    .map((name) => `${leverTexts[name]} (+${shortDecimal(levers[name], 2)})`)
  return gains.length === 0 ? [] : [`Che cosa alzerebbe il punteggio: ${gains.join(', ')}.`]
}

function gapSentence({ username, points, needed_roi }: Gap): string {
  const distance = `Il posto sopra è di @${username}, a ${shortDecimal(points, 2)} punti.`
  return needed_roi === null
    ? `${distance} Il solo ROI non basterebbe a raggiungerlo.`
    : `${distance} A parità di tutto il resto servirebbe un ROI a 90 giorni del ${shortResult(needed_roi, 2)}%.`
}
