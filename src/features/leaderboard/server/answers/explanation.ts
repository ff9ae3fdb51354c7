import { decimal, resultPercent, sharePercent } from '#shared/format/format.ts'
import type { Evaluation } from '../../rules.ts'
import { FULL_TRADES, P_EQUITY, P_ROI, P_WIN, type Components, type Levers, type Points } from '../../rules/score.ts'
import { fullEquity, recoveryText } from '../../score-texts.ts'

/**
 * The explanation of a score in Italian sentences: the components from the heaviest to the lightest, the risk correction, the best way
 * to raise the score. The place above has fields of its own. `docs/ranking.md` 7.3 and 7.4.
 */
export function explainScore(evaluation: Evaluation): string[] {
  const { components, points, levers } = evaluation
  if (components === null || points === null || levers === null) return []
  return [
    ...componentSentences(components, points, evaluation),
    ...riskSentences(evaluation, points),
    ...leverSentences(levers),
  ]
}

function componentSentences(components: Components, points: Points, evaluation: Evaluation): string[] {
  const { counted_trades, counted_wins } = evaluation
  const weight = components.roi_weight
  const trades = `${decimal(counted_trades)} su ${FULL_TRADES}`
  const roi =
    `ROI a 90 giorni ${resultPercent(100 * (components.growth_90 - 1))}: ` +
    `${decimal(points.roi_measured + points.roi_neutral)} punti su ${P_ROI}. ` +
    recoverySentence(components) +
    (weight < 1
      ? `Operazioni contate: ${trades}, quindi il rendimento pesa al ${sharePercent(100 * weight, 2)}; il resto vale come un ROI di zero.`
      : `Con ${FULL_TRADES} operazioni o più il rendimento conta per intero.`)
  const wins =
    `Win rate corretto ${sharePercent(100 * components.win_rate, 2)}: ${decimal(points.win_rate)} punti su ${P_WIN}. ` +
    `Operazioni contate in profitto: ${decimal(counted_wins)} su ${decimal(counted_trades)}; con poche operazioni il win rate viene avvicinato al 50%.`
  const equity =
    `Capitale medio degli ultimi 30 giorni: ${decimal(points.equity)} punti su ${P_EQUITY}. ` +
    'La scala va da 100 a 100.000 euro.'
  return [
    { text: roi, points: points.roi_measured + points.roi_neutral },
    { text: wins, points: points.win_rate },
    { text: equity, points: points.equity },
  ]
    .toSorted((a, b) => b.points - a.points)
    .map(({ text }) => text)
}

/** The part of a gain that counts where the window began below the peak. `docs/ranking.md` 7.1. */
function recoverySentence(components: Components): string {
  const { growth_90, start_drawdown } = components
  const recovery = recoveryText(components)
  if (recovery === null) return ''
  return (
    `${resultPercent(100 * (growth_90 - 1))} negli ultimi 90 giorni, ${recovery}, ` +
    `perché i 90 giorni cominciano con il conto ${sharePercent(100 * start_drawdown, 2)} sotto il suo massimo. `
  )
}

function riskSentences({ floating_ratio }: Evaluation, points: Points): string[] {
  if (points.risk === 0 || floating_ratio === null) return []
  return [
    `L’equity è sotto il saldo del ${sharePercent(100 * floating_ratio, 2)}: il punteggio perde ${decimal(-points.risk)} punti.`,
  ]
}

const leverTexts: Record<keyof Levers, string> = {
  roi_plus_1pp: 'un punto percentuale di ROI in più',
  one_more_win: 'un’altra operazione in profitto',
  full_roi_weight: `${FULL_TRADES} operazioni contate al ROI di oggi`,
  full_equity: fullEquity,
  no_floating_loss: 'nessuna perdita aperta',
}

/** A smaller change would print as zero. */
const visiblePoints = 0.005

function leverSentences(levers: Levers): string[] {
  const gains = (Object.keys(leverTexts) as (keyof Levers)[])
    .filter((name) => levers[name] >= visiblePoints)
    .toSorted((a, b) => levers[b] - levers[a])
    .map((name) => `${leverTexts[name]} (+${decimal(levers[name])})`)
  return gains.length === 0 ? [] : [`Che cosa alzerebbe il punteggio: ${gains.join(', ')}.`]
}
