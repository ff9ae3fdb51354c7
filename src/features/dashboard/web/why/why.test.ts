import { describe, expect, test } from 'vitest'
import { notRankedReasons } from '#features/leaderboard/contract.ts'
import { newcomer, synced } from '../testing/dashboard.ts'
import { leversOf } from './levers.ts'
import { requirementsOf } from './requirements.ts'

const { score } = synced
if (score === null) throw new Error('a score is needed')
const levers = { roi_plus_1pp: 0, one_more_win: 0, full_roi_weight: 0, full_equity: 0, no_floating_loss: 0 }
const moves = (change: Partial<typeof levers>, components: Partial<typeof score.components> = {}) =>
  leversOf({ ...score, levers: { ...levers, ...change }, components: { ...score.components, ...components } })

describe('levers that raise the score', () => {
  test('the strongest first, with figures', () => {
    expect(moves({ roi_plus_1pp: 0.41, one_more_win: 0.02, full_equity: 1.9, no_floating_loss: 4 })).toEqual([
      { text: 'Nessuna perdita aperta oltre il 10% del balance', points: 4 },
      {
        text: '100.000 euro tenuti sul conto per 30 giorni: la media di ora è 27.496,00\u00a0€',
        points: 1.9,
      },
      { text: 'Un punto percentuale di ROI in più nei 90 giorni', points: 0.41 },
      { text: 'Un’altra operazione chiusa in profitto', points: 0.02 },
    ])
  })

  test('levers that are impossible, would lower it, or would print as zero are left out', () => {
    expect(
      moves({ full_roi_weight: -3, one_more_win: 0.004, roi_plus_1pp: 0.005 }).map(({ points }) => points),
    ).toEqual([0.005])
    expect(moves({})).toEqual([])
  })

  test('the weight of ROI names the trades that count now; the equity names no mean without one', () => {
    const [weight, equity] = moves(
      { full_roi_weight: 2, full_equity: 1 },
      { counted_trades: 61.5, equity_eur_mean: null },
    )
    expect(weight?.text).toBe('200 operazioni contate al ROI di oggi: ora sono 61')
    expect(equity?.text).toBe('100.000 euro tenuti sul conto per 30 giorni')
  })
})

describe('conditions for a place', () => {
  test('every reason of the document has a line, in its order', () => {
    expect(requirementsOf(synced).map(({ reason }) => reason)).toEqual([...notRankedReasons])
    expect(requirementsOf(synced).every(({ state, advice }) => state === 'met' && advice === null)).toBe(true)
  })

  test.each(notRankedReasons)('without %s the line says what to do', (reason) => {
    const all = requirementsOf({ ...synced, not_ranked_reasons: [reason] })
    const [missing, ...others] = all.filter(({ state }) => state === 'missing')
    expect(others).toEqual([])
    expect(missing).toMatchObject({ reason, advice: expect.stringMatching(/\.$/) })
  })

  test('a new trader: conditions that only a sync can show are not called missing', () => {
    const states = Object.fromEntries(requirementsOf(newcomer).map(({ reason, state }) => [reason, state]))
    expect(states).toEqual({
      not_verified: 'missing',
      demo_account: 'unknown',
      no_active_plan: 'missing',
      no_sync: 'missing',
      stale: 'unknown',
      no_trades: 'unknown',
      inactive: 'unknown',
      no_funds: 'unknown',
      under_review: 'met',
    })
  })

  test('a confirmed case asks for no answer', () => {
    const held = { ...synced, not_ranked_reasons: ['under_review' as const] }
    const last = (dashboard: typeof held) => requirementsOf(dashboard).at(-1)?.link?.text
    expect(last(held)).toBe('Vai alla verifica')
    expect(last({ ...held, warnings: [{ code: 'review_upheld', message: '' }] })).toBe('Vai alla decisione')
  })
})
