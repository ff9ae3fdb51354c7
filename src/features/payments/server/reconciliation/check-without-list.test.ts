import { expect, test } from 'vitest'
import { checkOrder } from './check.ts'
import { reconcileRecent } from './nightly.ts'
import { buyerScene } from '../testing/buyer-scene.ts'

const scene = await buyerScene({ canList: false })
const { np, kernel, app, bought, someone, order, payments } = scene
const { signal } = new AbortController()

test('without the dashboard’s login an invoice cannot be listed, and the check says so', async () => {
  const anna = await someone()
  const { order_id: orderId, payment_id: invoiceId } = await bought(anna)
  np.pay(orderId, { status: 'finished' })
  expect(await checkOrder(kernel, payments.provider, orderId, { signal })).toBe('cannot_list')
  expect(await order(orderId)).toMatchObject({ state: 'open', last_check_result: 'cannot_list' })
  kernel.clock.advance(11_000)
  const answer = await scene.reconcile(anna, { order_id: orderId, payment_id: invoiceId })
  expect(answer.json()).toMatchObject({
    checked: false,
    activated: false,
    message: 'Il fornitore non ha ancora notificato nessun pagamento di questa richiesta.',
  })
})

test('a payment that was notified is read all the same', async () => {
  const anna = await someone()
  const { order_id: orderId } = await bought(anna)
  const id = np.pay(orderId, { status: 'confirming' })
  await np.send(app, id)
  await payments.settle()
  np.move(id, { status: 'finished' })
  expect(await checkOrder(kernel, payments.provider, orderId, { signal })).toBe('payment_found')
  expect(await order(orderId)).toMatchObject({ activated: true })
})

test('a payment that a buyer names is found by its number', async () => {
  const anna = await someone()
  const { order_id: orderId } = await bought(anna)
  const id = np.pay(orderId, { status: 'finished' })
  const answer = await scene.reconcile(anna, { order_id: orderId, payment_id: id })
  expect(answer.json()).toMatchObject({ activated: true, status: 'finished', checked: true })
})

test('each of very many payments has its turn, and the named one comes first', async () => {
  const anna = await someone()
  const { order_id: orderId } = await bought(anna)
  const ids: string[] = []
  for (let made = 0; made < 14; made += 1) {
    const id = np.pay(orderId, { status: 'waiting' })
    await np.send(app, id)
    ids.push(id)
    kernel.clock.advance(1_000)
  }
  await payments.settle()
  const queried = () => ids.filter((id) => np.count(`GET /payment/${id}`) > 0)
  const first = ids[5] ?? ''
  const last = ids.at(-1) ?? ''
  await scene.reconcile(anna, { order_id: orderId, payment_id: last })
  expect(np.requests.at(-10)?.path).toBe(`/payment/${last}`)
  expect(queried()).toHaveLength(10)
  await checkOrder(kernel, payments.provider, orderId, { signal })
  expect(queried()).toEqual(ids)
  // Ten payments without an answer take no turn from the others.
  for (const id of ids) if (id !== first) np.fail(`GET /payment/${id}`, { status: 400, body: { status: false } })
  await checkOrder(kernel, payments.provider, orderId, { signal })
  await checkOrder(kernel, payments.provider, orderId, { signal })
  np.move(first, { status: 'finished' })
  await checkOrder(kernel, payments.provider, orderId, { signal })
  await checkOrder(kernel, payments.provider, orderId, { signal })
  expect(await order(orderId)).toMatchObject({ activated: true })
  np.recover()
})

test('the nightly reconciliation records that it did not run', async () => {
  expect(await reconcileRecent(kernel, payments.provider)).toBeNull()
  expect(await kernel.sql`select last_sweep_result from provider_health`).toEqual([
    { last_sweep_result: 'Non eseguito: manca l’accesso al pannello del fornitore.' },
  ])
})
