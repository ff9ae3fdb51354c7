import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import type { PlanCode } from '../catalogue.ts'
import { planScene } from '../testing/scene.ts'
import { changePlans } from './ledger.ts'
import { grantPurchase, ledgerDiffers, planStateOf } from './service.ts'

const { kernel, start, someone, assign, status, ledgerOf } = await planScene()

describe('purchases', () => {
  test('an order acts once, however often and however concurrently it is delivered', async () => {
    const anna = await someone()
    const order = { traderId: anna.trader_id, plan: 'basic_monthly', orderId: `order-${anna.username}` } as const
    const results = await Promise.all(
      Array.from({ length: 20 }, () => kernel.sql.begin((tx) => grantPurchase(tx, kernel, order))),
    )
    expect(results.filter((result) => result.granted)).toEqual([
      { granted: true, until: Date.parse('2026-12-20T10:00:00.000Z') },
    ])
    const gone = { ...order, traderId: kernel.secrets.newId(), orderId: 'order-gone' }
    expect(await kernel.sql.begin((tx) => grantPurchase(tx, kernel, gone))).toEqual({
      granted: false,
      reason: 'user_gone',
    })
    expect(await kernel.sql`select plan_type from subscription where trader_id = ${anna.trader_id}`).toEqual([
      { plan_type: 'monthly' },
    ])
  })

  test('a transaction that fails leaves neither ledger nor projection', async () => {
    const anna = await someone()
    const change = {
      traderId: anna.trader_id,
      event: { type: 'assign', tier: 'basic', days: 5 },
      sourceKey: 'k:x',
      actor: 'a',
    } as const
    const broken = kernel.sql.begin(async (tx) => {
      await changePlans(tx, kernel, change)
      throw new Error('the power went')
    })
    await expect(broken).rejects.toThrow('the power went')
    expect(await ledgerOf(anna)).toHaveLength(0)
    expect((await status(anna)).basic_leaderboard.expires_at).toBeNull()
  })
})

describe('a series of purchases', () => {
  test('cases 69, 70, 71, 72: every period ends where its buyer expects it, with the clock moved', async () => {
    const anna = await someone()
    let orders = 0
    const buy = (plan: PlanCode) =>
      kernel.sql.begin((tx) =>
        grantPurchase(tx, kernel, { traderId: anna.trader_id, plan, orderId: `life-${++orders}` }),
      )
    const ends = async () => {
      // Read long after the session ended.
      const { diamond, basic_leaderboard: basic } = await planStateOf(kernel, anna.trader_id)
      return [diamond.expires_at, basic.expires_at]
    }
    try {
      await buy('basic_monthly')
      await buy('basic_quarterly')
      expect(await ends()).toEqual([null, '2027-03-20T10:00:00.000Z'])
      // Diamond twice, the second one by the second: the 83 remaining days of Basic wait behind both.
      kernel.clock.set('2026-12-27T09:59:59.500Z')
      await buy('monthly')
      kernel.clock.set('2026-12-27T10:00:01.000Z')
      await buy('monthly')
      const [diamond, basic] = await ends()
      expect(diamond).toBe('2027-02-27T09:59:59.500Z')
      const left = Date.parse('2027-03-20T10:00:00.000Z') - Date.parse('2026-12-27T09:59:59.500Z')
      expect(Date.parse(basic ?? '')).toBe(Date.parse(diamond ?? '') + left)
      // Basic during Diamond queues behind the waiting time.
      await buy('basic_monthly')
      const queued = Date.parse((await ends())[1] ?? '')
      expect(queued).toBeGreaterThanOrEqual(Date.parse(basic ?? '') + 30 * DAY_MS)
      // Long after every end: the period starts now, and the gap is not charged.
      kernel.clock.set('2028-02-29T23:59:59.999Z')
      expect((await planStateOf(kernel, anna.trader_id)).access).toEqual({
        leaderboard: false,
        ea_sync: false,
        showcase: false,
      })
      await buy('annual')
      expect(await ends()).toEqual(['2029-02-28T23:59:59.999Z', '2029-02-28T23:59:59.999Z'])
      expect(await ledgerDiffers(kernel.sql)).toEqual([])
    } finally {
      kernel.clock.set(start)
    }
  })
})

describe('the ledger', () => {
  test('cannot be changed, shortened or emptied', async () => {
    const { sql } = kernel
    await expect(sql`update entitlement_entry set seconds = 1`).rejects.toThrow('append-only')
    await expect(sql`delete from entitlement_entry`).rejects.toThrow('append-only')
    await expect(sql`truncate entitlement_entry`).rejects.toThrow('append-only')
  })

  test('case 75: agrees with the plans after all these changes, and the check finds foreign writes', async () => {
    expect(await ledgerDiffers(kernel.sql)).toEqual([])
    const anna = await someone()
    await assign({ trader_id: anna.trader_id, type: 'basic', duration_days: 5 })
    await kernel.sql`update subscription set until = until + interval '1 ms' where trader_id = ${anna.trader_id}`
    expect(await ledgerDiffers(kernel.sql)).toEqual([anna.trader_id])
    await kernel.sql`delete from subscription where trader_id = ${anna.trader_id}`
    expect(await ledgerDiffers(kernel.sql)).toEqual([anna.trader_id])
  })
})
