import * as z from 'zod/mini'
import { riskLevels } from '#features/leaderboard/contract.ts'
import { scoreAnswer } from '#features/leaderboard/score-contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { count, day, instant, money, percent } from '#shared/wire.ts'
import { figuresAnswer } from './figures-contract.ts'

const number = z.nullable(z.number())

/** Money that was paid in or out, transfers included, bonuses and results not. */
const payments = z.object({ count, amount: money })

const dailyPoint = z.object({
  date: day,
  balance: money,
  equity: money,
  net_flow: money,
  /** Growth index at the end of the day, 1 at the start of the counted history. Null in imported rows that do not count. */
  growth_index: number,
  /** Deepest fall of the day from the highest index so far, not only at its end. Percent units, 0 or negative. */
  drawdown: number,
  trades: count,
  profit: money,
  imported: z.boolean(),
})

const daily = z.array(dailyPoint)

/** Stretches of at least three UTC days on which the terminal sent no snapshot, oldest first. Both ends are such days. */
const gaps = z.array(z.object({ from: day, to: day }))

export const getOwnChart = endpoint({
  method: 'GET',
  path: '/api/dashboard/chart',
  access: 'user',
  summary: 'Il grafico del proprio conto, anche con gli importi nascosti ai visitatori',
  response: z.object({
    currency: z.string(),
    daily,
    gaps,
    summary: z.object({ deposits: payments, withdrawals: payments }),
  }),
  errors: ['TRADER_NOT_FOUND'],
})

export const getPerformance = endpoint({
  method: 'GET',
  path: '/api/trader/:username/performance',
  access: 'public',
  summary: 'Serie, tavole e punteggio del profilo',
  params: z.object({ username: z.string().check(z.maxLength(64)) }),
  query: z.object({ t: z.optional(z.string()), r: z.optional(z.string()) }),
  response: z.object({
    currency: z.string(),
    since: z.nullable(instant),
    daily,
    gaps,
    monthly: z.array(z.object({ month: z.string(), roi: percent })),
    summary: z.object({
      roi_30: percent,
      roi_90: percent,
      roi_total: percent,
      win_rate: percent,
      total_trades: count,
      profit_factor: number,
      expectancy: money,
      average_win: money,
      average_loss: money,
      best_trade: money,
      worst_trade: money,
      /** Falls of the growth index, 0 or positive: the largest one, and the current one from the highest point. */
      max_drawdown: percent,
      current_drawdown: percent,
      /** By the deepest fall of the last 90 days. */
      risk_level: z.nullable(z.enum(riskLevels)),
      recovery_factor: number,
      sharpe: number,
      sortino: number,
      average_holding_minutes: number,
      long_percentage: percent,
      exposure_percentage: percent,
      deposits: payments,
      /** The amount is 0 or negative. */
      withdrawals: payments,
    }),
    /** `share`: the result in percent of all gains by symbol; negative where the symbol lost. */
    symbols: z.array(z.object({ symbol: z.string(), trades: count, win_rate: percent, profit: money, share: percent })),
    /** Monday first, seven rows, UTC. */
    weekdays: z.array(z.object({ weekday: count, trades: count, win_rate: percent, profit: money })),
    /** Twenty-four rows, UTC. */
    hours: z.array(z.object({ hour: count, trades: count, win_rate: percent, profit: money })),
    figures: figuresAnswer,
    score: z.nullable(scoreAnswer),
    flags: z.array(z.string()),
    /** The sum of the records compared with the balance, newest state. */
    ledger: z.nullable(
      z.object({
        records: count,
        net: money,
        balance: money,
        /** Balance less records: 0 when every movement is known. */
        unexplained: money,
        matches_terminal: z.boolean(),
        late_records: count,
        revised_records: count,
      }),
    ),
  }),
  errors: ['TRADER_NOT_FOUND'],
})
