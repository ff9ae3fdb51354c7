import { asOwner } from '#server/testing/database.ts'
import { beforeEach, expect, test } from 'vitest'
import { reconcileRecent } from './nightly.ts'
import { buyerScene } from '../testing/buyer-scene.ts'

const scene = await buyerScene()
const { np, kernel, app, bought, someone, order, payments, grantsOf } = scene

beforeEach(() => {
  for (const id of np.payments.keys()) np.remove(id)
  np.recover()
})

const result = async () =>
  (await kernel.sql<{ last_sweep_result: string }[]>`select last_sweep_result from provider_health`)[0]
    ?.last_sweep_result

test('finds unknown payments, corrects what differs, counts unknown orders', async () => {
  const [anna, bruno, carla] = [await someone(), await someone(), await someone()]
  const [lost, behind, same] = [await bought(anna), await bought(bruno), await bought(carla)]
  np.pay(lost.order_id, { status: 'finished' })
  const moving = np.pay(behind.order_id, { status: 'confirming' })
  await np.send(app, moving)
  const agreed = np.pay(same.order_id, { status: 'confirming' })
  await np.send(app, agreed)
  await payments.settle()
  np.move(moving, { status: 'finished' })
  np.pay('another-shop-7', { status: 'finished', priceCents: 5000 })

  expect(await reconcileRecent(kernel, payments.provider)).toEqual({
    observed: 4,
    missed: 1,
    different: 1,
    unknown: 1,
    failed: 0,
  })
  expect(await result()).toBe('Pagamenti visti 4: mai notificati 1, diversi 1, di ordini sconosciuti 1.')
  expect(await order(lost.order_id)).toMatchObject({ activated: true })
  expect(await order(behind.order_id)).toMatchObject({ activated: true })
  expect(await order(same.order_id)).toMatchObject({ state: 'in_flight', activated: false })

  // All is known now: a second reconciliation changes nothing.
  expect(await reconcileRecent(kernel, payments.provider)).toEqual({
    observed: 4,
    missed: 0,
    different: 0,
    unknown: 1,
    failed: 0,
  })
  expect(await grantsOf(anna)).toHaveLength(1)
})

test('one payment that cannot be settled or read is counted, and holds up none behind it', async () => {
  const [anna, bruno, carla] = [await someone(), await someone(), await someone()]
  const [bad, unread, good] = [await bought(anna), await bought(bruno), await bought(carla)]
  np.pay(bad.order_id, { status: 'finished' })
  np.fail(`GET /payment/${np.pay(unread.order_id, { status: 'finished' })}`, 500)
  np.pay(good.order_id, { status: 'finished' })
  const { sql } = kernel
  await asOwner(kernel, (own) =>
    own.unsafe(`
    create function poisoned() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$;
    create trigger poisoned before update on payment_order for each row when (old.order_id = '${bad.order_id}')
      execute function poisoned()`),
  )
  expect(await reconcileRecent(kernel, payments.provider)).toEqual({
    observed: 3,
    missed: 1,
    different: 0,
    unknown: 0,
    failed: 2,
  })
  expect(await result()).toBe(
    'Pagamenti visti 3: mai notificati 1, diversi 0, di ordini sconosciuti 0, non elaborati 2.',
  )
  expect(await order(good.order_id)).toMatchObject({ activated: true })
  expect(await sql`select from outbox where cause like 'setback:%'`).toHaveLength(1)
  await asOwner(kernel, (own) => own.unsafe('drop trigger poisoned on payment_order; drop function poisoned()'))
  np.recover()
  expect(await reconcileRecent(kernel, payments.provider)).toMatchObject({ failed: 0 })
  for (const { order_id: orderId } of [bad, unread]) expect(await order(orderId)).toMatchObject({ activated: true })
})

test.each(['insert', 'remove'] as const)(
  'case 56: pages that shift while they are read (%s) bring every payment, and each once',
  async (shift) => {
    const buyers = await Promise.all(Array.from({ length: 8 }, someone))
    for (const buyer of buyers) np.pay((await bought(buyer)).order_id, { status: 'finished' })
    np.options.pageShift = shift
    try {
      const reconciled = await reconcileRecent(kernel, payments.provider)
      expect(reconciled?.observed).toBeGreaterThanOrEqual(8)
      for (const buyer of buyers) expect(await grantsOf(buyer)).toHaveLength(1)
    } finally {
      delete np.options.pageShift
    }
  },
)

test('a run that ends early records so, and the next one is complete', async () => {
  const anna = await someone()
  np.pay((await bought(anna)).order_id, { status: 'finished' })
  np.fail('list', 500)
  expect(await reconcileRecent(kernel, payments.provider)).toBeNull()
  expect(await result()).toBe('Interrotto dopo 0 pagamenti. Riprova la prossima notte.')
  np.recover()
  await expect
    .poll(async () => (await reconcileRecent(kernel, payments.provider))?.missed, { timeout: 5_000, interval: 100 })
    .toBe(1)
  expect(await grantsOf(anna)).toHaveLength(1)
})

test('a stop ends it', async () => {
  np.fail('all', 'hang')
  const startedAt = performance.now()
  expect(await reconcileRecent(kernel, payments.provider, { signal: AbortSignal.timeout(50) })).toBeNull()
  expect(performance.now() - startedAt).toBeLessThan(3_000)
})
