import type { ReactNode } from 'react'
import { beyondChecks, levelSentences } from '#features/integrity/level-texts.ts'
import { riskCorrection } from '#features/leaderboard/score-texts.ts'
import * as format from '#shared/format/format.ts'
import { levelLabels } from '#shared/levels.ts'
import { workedExample } from './worked-example.ts'

/** The levels that rows of the list name. */
const levels = ['L1', 'L2', 'L3'] as const

/** The formula in words, and one account calculated step by step. */
export function MethodBody() {
  return (
    <>
      <div className="method-bar" aria-hidden="true">
        <span className="bar-roi">ROI 60%</span>
        <span className="bar-win">Win rate 30%</span>
        <span className="bar-equity">10%</span>
      </div>
      <div className="method-parts">
        <Part title="ROI, 60%">
          Rendimento degli ultimi 90 giorni, senza l’effetto di versamenti e prelievi. I valori estremi vengono
          compressi, chi risale da una perdita conta per quanto risale rispetto al suo massimo, e il peso cresce con il
          numero di operazioni fino al 100% a 200 operazioni.
        </Part>
        <Part title="Win rate, 30%">
          Percentuale di operazioni in profitto, corretta quando le operazioni sono poche: dieci operazioni fortunate
          non bastano.
        </Part>
        <Part title="Equity, 10%">Capitale medio degli ultimi 30 giorni, convertito in euro.</Part>
        <Part title={riskCorrection}>
          Riguarda solo le perdite aperte adesso: se l’equity è molto sotto il balance (oltre il 10%), il punteggio si
          riduce fino al 10%. Le perdite passate stanno nel drawdown.
        </Part>
      </div>
      <p className="method-note">
        Il punteggio va da 0 a 100. Le operazioni molto piccole (sotto lo 0,05% del balance) contano in proporzione, e
        in un giorno ne contano al massimo 20. Sono in classifica i conti reali sincronizzati nelle ultime 72 ore, con
        un piano attivo.
      </p>
      <div className="method-parts">
        {levels.map((level) => (
          <Part key={level} title={`${level}, ${levelLabels[level]}`}>
            {levelSentences[level].checked} {levelSentences[level].unchecked}
          </Part>
        ))}
      </div>
      <p className="method-note">{beyondChecks}</p>
      <Example />
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  )
}

const { points, printed, countedTrades, countedWins } = workedExample
const plain = (value: number) => format.decimal(value, 4)
/** On one line. */
const together = (sum: string) => sum.replaceAll(' ', '\u00a0')

function Example() {
  return (
    <div className="method-example">
      <table className="table">
        <caption>Un esempio: un conto in euro al secondo giorno, tre operazioni chiuse di cui due in profitto</caption>
        <thead>
          <tr>
            <th scope="col">Componente</th>
            <th scope="col">Conto</th>
            <th scope="col" className="num">
              Punti
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">ROI</th>
            <td>
              {format.resultPercent(printed.roi)} vale {plain(printed.curve)}; con {countedTrades} operazioni su 200
              pesa 1,5%, il resto vale 0,25: {together(`0,015 × ${plain(printed.curve)}`)} + {together('0,985 × 0,25')}{' '}
              = {plain(printed.weighted)}, per 60
            </td>
            <td className="num">{format.decimal(points.roi)}</td>
          </tr>
          <tr>
            <th scope="row">Win rate</th>
            <td>
              {countedWins} su {countedTrades}, corretto: {together(`(${countedWins} + 15) / (${countedTrades} + 30)`)}{' '}
              = {format.sharePercent(printed.win_rate)}, per 30
            </td>
            <td className="num">{format.decimal(points.win_rate)}</td>
          </tr>
          <tr>
            <th scope="row">Equity</th>
            <td>
              {format.amount(1795, 'EUR')} e {format.amount(1829, 'EUR')} in due giorni su trenta:{' '}
              {plain(printed.equity)}, per 10
            </td>
            <td className="num">{format.decimal(points.equity)}</td>
          </tr>
          <tr>
            <th scope="row">Rischio</th>
            <td>equity uguale al balance: nessuna riduzione</td>
            <td className="num">{format.decimal(points.risk)}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Punteggio</th>
            <td>somma dei punti, da 0 a 100</td>
            <td className="num">{format.decimal(points.total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
