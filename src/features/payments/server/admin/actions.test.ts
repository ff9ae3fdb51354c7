import { describe, expect, test } from 'vitest'
import { auditBrokenAt } from '#server/audit-chain.ts'
import { DAY_MS } from '#shared/dates.ts'
import { applySnapshot } from '../settlement/settle.ts'
import { adminScene, ids } from '../testing/admin-scene.ts'

const scene = await adminScene()
const { kernel, app, admin, buyer, wake, call, list, detail, remove, restore, order, payment, invoice, event, erase } =
  scene
const { sql, clock } = kernel
const cleanup = async () =>
  (await call('DELETE', '/api/admin/payments/cleanup-orphaned')).json<{
    orphaned_found: number
    orphaned_removed: number
  }>()
const audit = async (action: string) =>
  sql<{ details: Record<string, unknown>; actor: string; subject: string | null }[]>`
    select details, actor, subject from audit_log where action = ${action} order by audit_id desc limit 1`

describe('hiding and restoring', () => {
  test('hide an order, keep its rows and its checks, and can be undone', async () => {
    await erase()
    const id = await order({ trader: buyer, state: 'underpaid', status: 'partially_paid', nextCheck: true })
    await payment('20', { order: id, status: 'partially_paid', received: '5' })
    expect((await remove(id)).json()).toEqual({ message: 'Pagamento eliminato dall’elenco.', order_id: id })
    expect((await list()).total).toBe(0)
    expect(await sql`select from provider_payment where order_id = ${id}`).toHaveLength(1)
    expect(await detail(id)).toMatchObject({ payment: { amount_paid: 5 } })
    const [line] = await audit('payment.delete')
    expect(line).toMatchObject({ actor: admin.trader_id, subject: buyer.trader_id, details: { order_id: id } })
    clock.advance(1000)
    const { deleted_at: first } = (await detail(id)).payment
    expect((await remove(id)).statusCode).toBe(200)
    expect((await detail(id)).payment.deleted_at).toBe(first)

    wake.mockClear()
    expect((await restore(id)).json()).toEqual({ message: 'Pagamento ripristinato.', order_id: id })
    expect(wake).toHaveBeenCalledOnce()
    expect(ids(await list())).toEqual([id])
    expect((await detail(id)).next_check_at).not.toBeNull()
    const before = await sql`select from audit_log`
    expect((await restore(id)).statusCode).toBe(200)
    expect(await sql`select from audit_log`).toHaveLength(before.length)
    expect(await auditBrokenAt(sql)).toBeNull()
  })

  test('case 47: money that reaches a hidden order activates it only once an admin restores it', async () => {
    await erase()
    const id = await order({ trader: buyer })
    await invoice(id, '888')
    expect((await remove(id)).statusCode).toBe(200)
    await applySnapshot(
      kernel,
      { name: 'nowpayments' },
      {
        providerPaymentId: '22',
        providerInvoiceId: '888',
        parentPaymentId: null,
        orderId: id,
        status: 'finished',
        rawStatus: 'finished',
        price: { amount: '11.99', currency: 'usd' },
        asked: '11.99',
        received: '11.99',
        coin: 'usdtbsc',
      },
      { source: 'reading', at: clock.now() },
    )
    const [shown] = (await list('?filter=review')).payments
    expect(shown).toMatchObject({
      order_id: id,
      status: 'confirming',
      activated: false,
      amount_paid: 11.99,
      review: { code: 'money_after_delete' },
    })
    await restore(id)
    expect(await detail(id)).toMatchObject({
      payment: { activated: true, status: 'finished', class: 'completed', review: null, deleted_at: null },
      period: { from: new Date(clock.now()).toISOString() },
    })
    expect((await remove(id)).statusCode).toBe(409)
  })

  test('neither touches an order that activated a plan', async () => {
    await erase()
    const id = await order({ trader: buyer, state: 'paid', status: 'finished', activated: true, paidBy: '21' })
    await payment('21', { order: id, status: 'finished' })
    const answer = await remove(id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      error_type: 'ORDER_ACTIVATED',
      detail: 'Questo pagamento ha attivato un piano: lascialo nell’elenco.',
    })
    expect(ids(await list())).toEqual([id])
  })
})

describe('cleaning up', () => {
  test('case 82: counts records that serve no user, removes only dead or old orders that never saw money', async () => {
    await erase()
    const old = { age: 31 * DAY_MS }
    const gone = [
      await order({ trader: null, state: 'dead', status: 'expired' }),
      await order({ trader: null, state: 'open', ...old }),
      await order({ trader: buyer, email: null, state: 'dead', status: 'failed' }),
    ]
    await invoice(gone[1] ?? '', '600')
    await payment('30', { order: gone[1] ?? '', status: 'expired', received: '0' })
    const retained = [
      await order({ trader: null, state: 'open' }),
      await order({ trader: null, state: 'review', status: 'confirming', ...old }),
      await order({ trader: null, state: 'dead', status: 'expired', ...old }),
      await order({ trader: null, state: 'dead', status: 'failed', ...old }),
      await order({ trader: null, state: 'paid', status: 'finished', activated: true, paidBy: '33', ...old }),
      await order({ trader: null, state: 'dead', status: 'expired', ...old }),
      await order({ trader: buyer, state: 'dead', status: 'expired', ...old }),
    ]
    await payment('31', { order: retained[1] ?? '', status: 'partially_paid', received: '0.00000001' })
    // A notification reported money that the merged amount lost; a status that means money has no amount; a message is not read yet.
    await payment('32', { order: retained[2] ?? '', status: 'expired', received: null, notified: { received: '3' } })
    await payment('34', { order: retained[3] ?? '', status: 'finished', received: null })
    await payment('33', { order: retained[4] ?? '', status: 'finished' })
    await event('35', 'confirming', null, `{"order_id":"${retained[5]}"}`)
    await payment('36', { claimed: 'shop-9', status: 'waiting', received: '0' })
    await payment('37', { order: retained[6] ?? '', status: 'finished', parent: '36' })

    expect(await cleanup()).toEqual({ orphaned_found: 11, orphaned_removed: 3 })
    const left = await sql<{ order_id: string }[]>`select order_id from payment_order`
    expect(left.map((row) => row.order_id).toSorted()).toEqual(retained.toSorted())
    expect(await sql`select from provider_payment`).toHaveLength(6)
    expect(await sql`select from payment_invoice`).toHaveLength(0)
    const [line] = await audit('payment.cleanup')
    expect(line?.details).toMatchObject({ found: 11, removed: 3 })
    expect((line?.details['order_ids'] as string[] | undefined)?.toSorted()).toEqual(gone.toSorted())
    // A cleanup that removes nothing leaves no line in the audit log.
    expect(await cleanup()).toEqual({ orphaned_found: 8, orphaned_removed: 0 })
    expect(await audit('payment.cleanup')).toHaveLength(1)
  })

  test('case 82: leaves an order that money reaches in the same moment', async () => {
    await erase()
    const id = await order({ trader: null, state: 'dead', status: 'expired' })
    let release = () => undefined as void
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let locked = () => undefined as void
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve
    })
    const settling = sql.begin(async (tx) => {
      await tx`select from payment_order where order_id = ${id} for update`
      locked()
      await held
      await payment('40', { order: id, status: 'finished' }, tx)
    })
    await isLocked
    expect(await cleanup()).toMatchObject({ orphaned_removed: 0 })
    release()
    await settling
    expect(await cleanup()).toMatchObject({ orphaned_removed: 0 })
    expect(await sql`select from payment_order where order_id = ${id}`).toHaveLength(1)
  })
})

describe('rights', () => {
  test.each([
    ['GET', '/api/admin/payments/dashboard'],
    ['GET', '/api/admin/crypto-payments'],
    ['GET', '/api/admin/crypto-payments/x'],
    ['DELETE', '/api/admin/crypto-payments/x/delete'],
    ['POST', '/api/admin/crypto-payments/x/restore'],
    ['POST', '/api/admin/crypto-payments/x/acknowledge'],
    ['DELETE', '/api/admin/crypto-payments/x/acknowledge'],
    ['DELETE', '/api/admin/payments/cleanup-orphaned'],
  ] as const)('%s %s is for admins', async (method, url) => {
    expect((await app.inject({ method, url })).statusCode).toBe(401)
    expect((await call(method, url, buyer)).statusCode).toBe(403)
  })
})
