import { afterAll, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { Sql } from '#server/database/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import type { listShowcases } from '../../contract.ts'
import { publishedRevisions } from '../queries.ts'
import { createPublishedIndex } from './in-memory-index.ts'
import { createShowcases } from '../service.ts'
import { manyShowcases } from '../testing/many.ts'
import { approve, callsOf, diamondTrader, showcaseScene } from '../testing/scene.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock, changes } = kernel
const scene = await showcaseScene(kernel)
afterAll(scene.close)
const { call, made } = callsOf(scene, kernel)

const list = async (query = '') =>
  (await call('GET', `/api/showcases${query}`, null)).json<ResponseOf<typeof listShowcases>>().showcases
const names = async (query?: string) => (await list(query)).map(({ trader_username }) => trader_username)

async function listed(username: string) {
  const who = await diamondTrader(kernel, { username })
  const { showcase_id: id } = await made(who)
  clock.advance(1_000)
  await approve(kernel, id)
  await expect.poll(() => names()).toContain(username)
  return { ...who, id }
}

/** Counts the queries. */
function counting(): { sql: Sql; queries: () => number } {
  let queries = 0
  const counted = new Proxy(sql, {
    apply(target, self, args: [TemplateStringsArray]) {
      // Fragments of a query use the same tag, and are not sent by themselves.
      if (/^\s*(?:select|with)/.test(args[0][0] ?? '')) queries += 1
      return Reflect.apply(target, self, args) as unknown
    },
  })
  return { sql: counted, queries: () => queries }
}

test('a change of plan, name or showcase costs one query', async () => {
  const { trader_id } = await diamondTrader(kernel)
  const counted = counting()
  const index = createPublishedIndex({ ...kernel, sql: counted.sql })
  await index.start()
  const before = counted.queries()
  expect(before).toBe(1)
  changes.announce(trader_id)
  await changes.flush()
  await expect.poll(counted.queries).toBe(before + 1)
  await index.close()
})

test('a reconciliation finds new views, which change no other part of the list', async () => {
  const { trader_id } = await listed('guardata')
  const index = createPublishedIndex(kernel, 20)
  await index.start()
  let changesOfList = 0
  index.onChange(() => (changesOfList += 1))
  await sql`update showcase set views_count = 41 where trader_id = ${trader_id}`
  await expect.poll(() => index.showcases.get(trader_id)?.row.views_count).toBe(41)
  expect(index.views()).toBeGreaterThan(0)
  expect(changesOfList).toBe(0)
  // Other changes without a notification change the list.
  await sql`update trader set display_name = 'Un altro nome' where trader_id = ${trader_id}`
  await expect.poll(() => index.showcases.get(trader_id)?.row.display_name).toBe('Un altro nome')
  expect(changesOfList).toBe(1)
  await index.close()
})

test.each([
  ['email_proof', 'awaited'],
  ['deactivated_at', '2026-11-20T09:00:00.000Z'],
])('a reconciliation leaves out an owner who is hidden: %s', async (column, hidden) => {
  const { trader_id } = await listed(`nascosta_${column}`)
  const found = async () => (await Array.fromAsync(publishedRevisions(sql))).flat().map(({ trader_id: each }) => each)
  expect(await found()).toContain(trader_id)
  await sql`update trader set ${sql(column)} = ${hidden} where trader_id = ${trader_id}`
  expect(await found()).not.toContain(trader_id)
})

test('the order by views follows within a minute', async () => {
  await listed('prima')
  const { trader_id } = await listed('seconda')
  const two = async () => (await names('?sort_by=views')).filter((name) => ['prima', 'seconda'].includes(name))
  expect(await two()).toEqual(['prima', 'seconda'])
  await sql`update showcase set views_count = 7 where trader_id = ${trader_id}`
  changes.announce(trader_id)
  await changes.flush()
  await expect
    .poll(() => {
      clock.advance(MINUTE_MS)
      return two()
    })
    .toEqual(['seconda', 'prima'])
})

test('a row that cannot be read is logged once, and the others stay', async () => {
  await listed('sana')
  const { trader_id, id } = await listed('rotta')
  await sql`update showcase_version set content = content #- '{content,services}' where showcase_id = ${id}`
  const logged = () => kernel.lines.filter(({ msg }) => String(msg).includes('cannot be read'))
  for (const _ of ['once', 'again']) {
    changes.announce(trader_id)
    await changes.flush()
    await expect.poll(() => names()).not.toContain('rotta')
  }
  expect(await names()).toContain('sana')
  expect(logged()).toHaveLength(1)
  expect(logged()[0]).toMatchObject({ showcase_id: id })
  // Another instance starts with it too.
  const another = createShowcases(kernel, scene.leaderboard)
  await another.start()
  expect(another.listData({}).showcases.map(({ trader_username }) => trader_username)).toContain('sana')
  await another.close()
})

test('pictures are checked by the current rule', async () => {
  const { id } = await listed('fuori')
  await sql`
    update showcase_version
       set content = jsonb_set(jsonb_set(content, '{profile,cover_image_url}', '"https://elsewhere.it/a.png"'),
                               '{profile,profile_image_url}', '"/uploads/documents/a.pdf"')
     where showcase_id = ${id}`
  const another = createShowcases(kernel, scene.leaderboard)
  await another.start()
  const card = another.listData({}).showcases.find(({ showcase_id }) => showcase_id === id)
  expect(card).toMatchObject({ avatar_url: null, banner_url: null })
  await another.close()
})

test('a cached page costs one look-up of the showcase, for every viewer', async () => {
  const { id } = await listed('cercata')
  const counted = counting()
  const showcases = createShowcases({ ...kernel, sql: counted.sql }, scene.leaderboard)
  const stranger = { trader_id: kernel.secrets.newId(), is_admin: false }
  // Until the ranking has its last figures of the trader, each request may make a new answer.
  await expect
    .poll(async () => {
      const first = await showcases.detail(id)
      const before = counted.queries()
      const same = [await showcases.viewAs(id, stranger), await showcases.detail(id)].every((each) => each === first)
      return { same, queries: counted.queries() - before }
    })
    .toEqual({ same: true, queries: 2 })
})

test('a load reads showcases in slices, and goes on where it failed', async () => {
  await listed('originale')
  await manyShowcases(sql, 1, 150)
  let failures = 1
  const queries: number[] = []
  const failing = new Proxy(sql, {
    apply(target, self, args: [TemplateStringsArray, ...unknown[]]) {
      const answer = Reflect.apply(target, self, args) as Promise<unknown[]>
      if (!/^\s*select showcase_id/.test(args[0][0] ?? '')) return answer
      if (queries.length === 2 && failures > 0) {
        failures -= 1
        return Promise.reject(new Error('canceling statement due to statement timeout'))
      }
      return answer.then((rows) => {
        queries.push(rows.length)
        return rows
      })
    },
  })
  const index = createPublishedIndex({ ...kernel, sql: failing })
  expect(index.state()).toBe('loading')
  await index.start()
  expect(index.state()).toBe('not loaded')
  await expect.poll(index.state, { timeout: 5_000 }).toBe('up')
  expect(index.showcases.size).toBeGreaterThan(150)
  expect(queries).toEqual([64, 64, expect.any(Number)])
  expect(index.version()).toBe(1)
  await index.close()
})
