import { describe, expect, test } from 'vitest'
import { planScene } from '../testing/scene.ts'
import { changePlans } from './ledger.ts'
import { grantPurchase, ledgerDiffers } from './service.ts'

const { kernel, someone, assign, status, ledgerOf } = await planScene()

describe('purchases, for the payments to come', () => {
  test('an order acts once however often and however parallel it is delivered', async () => {
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

describe('the ledger', () => {
  test('cannot be changed, shortened or emptied', async () => {
    const { sql } = kernel
    await expect(sql`update entitlement_entry set seconds = 1`).rejects.toThrow('append-only')
    await expect(sql`delete from entitlement_entry`).rejects.toThrow('append-only')
    await expect(sql`truncate entitlement_entry`).rejects.toThrow('append-only')
  })

  test('agrees with the projection after everything above, and the check sees what was written past it', async () => {
    expect(await ledgerDiffers(kernel.sql)).toEqual([])
    const anna = await someone()
    await assign({ trader_id: anna.trader_id, type: 'basic', duration_days: 5 })
    await kernel.sql`update subscription set until = until + interval '1 ms' where trader_id = ${anna.trader_id}`
    expect(await ledgerDiffers(kernel.sql)).toEqual([anna.trader_id])
    await kernel.sql`delete from subscription where trader_id = ${anna.trader_id}`
    expect(await ledgerDiffers(kernel.sql)).toEqual([anna.trader_id])
  })
})
