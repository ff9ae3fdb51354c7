import * as z from 'zod/mini'
import { count, money, percent } from '#shared/wire.ts'

const compared = <F extends z.ZodMiniType>(figure: F) => z.object({ there: figure, here: figure, within: z.boolean() })

/** Figures of an external source beside ours of the same day. `docs/integrity.md`, R50. */
export const comparedFigures = z.object({
  /** The account currency: the balances are in it. */
  currency: z.string(),
  balance: compared(money),
  closed_trades: compared(count),
  gain_percentage: compared(percent),
  /** Largest fall. It decides nothing, since sources measure it in different ways. Null where it was not entered. */
  drawdown_percentage: z.nullable(z.object({ there: percent, here: percent })),
})
