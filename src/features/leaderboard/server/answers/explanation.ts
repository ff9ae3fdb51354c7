import { count, counted, drawdownPercent, resultPercent, sharePercent } from '#shared/format/format.ts'
import type { Evaluation } from '../../rules.ts'
import { FULL_TRADES, P_EQUITY, type Components } from '../../rules/score.ts'
import { recoveryText } from '../../score-texts.ts'

/**
 * A score explained by the trader's behaviour, in Italian sentences for everybody: result, wins, money kept, risk. Points stand in the table
 * beside them, and what would raise them on the owner's dashboard alone. `docs/ranking.md` 7.3.
 */
export function explainScore(evaluation: Evaluation): string[] {
  const { components } = evaluation
  if (components === null) return []
  const recovery = recoveryText(components)
  return [
    resultSentence(components, recovery),
    winSentence(evaluation),
    equitySentence,
    riskSentence(evaluation, recovery !== null),
  ]
}

function resultSentence({ growth_90, start_drawdown, roi_weight }: Components, recovery: string | null): string {
  const result =
    `${resultPercent(100 * (growth_90 - 1))} negli ultimi 90 giorni` +
    (recovery === null
      ? '.'
      : `, ${recovery}, perché i 90 giorni cominciano con il conto a ${drawdownPercent(100 * start_drawdown)} dal suo massimo.`)
  const weight =
    roi_weight < 1
      ? `Le operazioni sono ancora poche: il rendimento pesa in parte, ${sharePercent(100 * roi_weight, 0)}, e per intero da ${FULL_TRADES} in poi.`
      : `Con ${FULL_TRADES} operazioni o più il rendimento pesa per intero.`
  return `${result} ${weight}`
}

function winSentence({ total_trades: trades, wins }: Evaluation): string {
  if (trades === 0) return 'Non ha ancora chiuso operazioni: il win rate parte dal 50%.'
  const few = trades < FULL_TRADES ? '; con poche operazioni il win rate viene avvicinato al 50%' : ''
  return `Ha chiuso in guadagno ${counted(wins, 'operazione', 'operazioni')} su ${count(trades)}${few}.`
}

const equitySentence = `Il capitale tenuto sul conto pesa poco: al massimo ${P_EQUITY} punti su 100.`

/** The correction is for losses that are open now. A fall that is over lowers what a recovery counts alone, and a reader must know it. */
function riskSentence({ points, floating_ratio, max_drawdown_total: fall }: Evaluation, isRecovery: boolean): string {
  if (points !== null && points.risk < 0 && floating_ratio !== null)
    return `Tiene aperte perdite, ${sharePercent(100 * floating_ratio, 1)} del balance, e il punteggio ne risente.`
  if (fall === null || fall <= 0) return 'Non tiene aperte grandi perdite.'
  const taken = isRecovery ? 'toglie punti soltanto al recupero' : 'non toglie punti'
  return `Il drawdown passato, ${sharePercent(100 * fall, 1)}, ${taken}: guardalo a parte.`
}
