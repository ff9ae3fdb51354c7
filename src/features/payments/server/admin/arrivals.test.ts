import { expect, test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import { adminScene, ids } from '../testing/admin-scene.ts'

const { kernel, buyer, call, list, order, payment } = await adminScene()

test('an order and a stray payment that arrive between two pages repeat and skip none', async () => {
  for (let age = 1; age <= 5; age += 1) await order({ trader: buyer, plan: 'basic_annual', age: age * DAY_MS })
  await payment('501', { claimed: 'shop-1', status: 'partially_paid', price: '5.5' })
  let arrived = 600
  const sorts = ['created_at', 'amount', 'status', 'username'].flatMap((by) =>
    ['asc', 'desc'].map((direction) => `sort_by=${by}&order=${direction}`),
  )
  for (const sort of ['', ...sorts]) {
    kernel.clock.advance(1)
    const before = ids(await list(`?limit=100&${sort}`))
    const first = await list(`?limit=2&page=1&${sort}`)
    kernel.clock.advance(1)
    await order({ trader: buyer, plan: 'annual' })
    await payment(`${(arrived += 1)}`, { claimed: `shop-${arrived}`, status: 'finished', price: null })
    const read = ids(first)
    for (let page = 2; read.length < before.length; page += 1) {
      const next = await list(`?limit=2&page=${page}&${sort}&until=${first.at}`)
      expect(next.total).toBe(before.length)
      read.push(...ids(next))
    }
    expect(read).toEqual(before)
  }
  expect((await call('GET', '/api/admin/crypto-payments?until=ieri')).statusCode).toBe(422)
})
