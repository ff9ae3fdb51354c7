import { expect, test } from 'vitest'
import { reviewFactsWith } from '../../testing/facts.ts'
import { defaultThresholds } from '../thresholds.ts'
import { unconfirmedTrades } from './unconfirmed-trades.ts'

const found = (...codes: string[]) =>
  unconfirmedTrades.detect(reviewFactsWith({ currentTags: new Set(codes) }), defaultThresholds)

test('R62: prices that stand still and tickets out of order are a case together, and nothing each by itself', () => {
  expect(found('frozen_market', 'ticket_order')).toMatchObject([
    { code: 'trades_unconfirmed', evidence: { signs: ['frozen_market', 'ticket_order'] } },
  ])
  expect(found('frozen_market', 'ticket_line')).toHaveLength(1)
  expect(found('frozen_market', 'peer_price')).toEqual([])
  expect(found('ticket_order', 'ticket_line')).toEqual([])
  expect(found('frozen_market')).toEqual([])
})
