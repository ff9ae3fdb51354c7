import { afterAll, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { Sql } from '#server/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import type { listShowcases } from '../../contract.ts'
import { createPublishedRoster } from './in-memory-index.ts'
import { createShowcases } from '../service.ts'
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

/** How often the database was asked. */
function counting(): { sql: Sql; asked: () => number } {
  let asked = 0
  const counted = new Proxy(sql, {
    apply(target, self, args: [TemplateStringsArray]) {
      // Parts of a query are written alike, and ask nothing by themselves.
      if (/^\s*select/.test(args[0][0] ?? '')) asked += 1
      return Reflect.apply(target, self, args) as unknown
    },
  })
  return { sql: counted, asked: () => asked }
}

test('a sync of anybody costs no query; the plan, the name or the showcase of somebody does', async () => {
  const { trader_id } = await diamondTrader(kernel)
  const counted = counting()
  const roster = createPublishedRoster({ ...kernel, sql: counted.sql })
  await roster.start()
  const [heard, before] = [[] as string[], counted.asked()]
  expect(before).toBe(1)
  changes.subscribe((_, what) => heard.push(what))
  changes.announce(trader_id, 'figures')
  await changes.flush()
  await expect.poll(() => heard).toEqual(['figures'])
  changes.announce(trader_id)
  await changes.flush()
  await expect.poll(counted.asked).toBe(before + 1)
  await roster.close()
})

test('views are seen by looking, and are no news of the list', async () => {
  const { trader_id } = await listed('guardata')
  const roster = createPublishedRoster(kernel, 20)
  await roster.start()
  let news = 0
  roster.onChange(() => (news += 1))
  await sql`update showcase set views_count = 41 where trader_id = ${trader_id}`
  await expect.poll(() => roster.showcases.get(trader_id)?.row.views_count).toBe(41)
  expect(roster.views()).toBeGreaterThan(0)
  expect(news).toBe(0)
  // What else gets lost is news.
  await sql`update trader set display_name = 'Un altro nome' where trader_id = ${trader_id}`
  await expect.poll(() => roster.showcases.get(trader_id)?.row.display_name).toBe('Un altro nome')
  expect(news).toBe(1)
  await roster.close()
})

test('the order by views follows within a minute, with the same documents until then', async () => {
  await listed('prima')
  const { trader_id } = await listed('seconda')
  const two = async () => (await names('?sort_by=views')).filter((name) => ['prima', 'seconda'].includes(name))
  expect(await two()).toEqual(['prima', 'seconda'])
  let news = 0
  scene.showcases.onChange(() => (news += 1))
  await sql`update showcase set views_count = 7 where trader_id = ${trader_id}`
  changes.announce(trader_id)
  await changes.flush()
  await expect
    .poll(() => {
      clock.advance(60_000)
      return two()
    })
    .toEqual(['seconda', 'prima'])
  expect(news).toBe(0)
})

test('a row that cannot be read is told of once, and costs the others nothing', async () => {
  await listed('sana')
  const { trader_id, id } = await listed('rotta')
  await sql`update showcase_version set content = content #- '{content,services}' where showcase_id = ${id}`
  const told = () => kernel.lines.filter(({ msg }) => String(msg).includes('cannot be read'))
  for (const _ of ['once', 'again']) {
    changes.announce(trader_id)
    await changes.flush()
    await expect.poll(() => names()).not.toContain('rotta')
  }
  expect(await names()).toContain('sana')
  expect(told()).toHaveLength(1)
  expect(told()[0]).toMatchObject({ showcase_id: id })
  // An instance that begins with it begins.
  const late = createShowcases(kernel, scene.leaderboard)
  await late.start()
  expect(late.listData({}).showcases.map(({ trader_username }) => trader_username)).toContain('sana')
  await late.close()
})

test('pictures are named by the rule of today', async () => {
  const { id } = await listed('fuori')
  await sql`
    update showcase_version
       set content = jsonb_set(jsonb_set(content, '{profile,cover_image_url}', '"https://elsewhere.it/a.png"'),
                               '{profile,profile_image_url}', '"/uploads/documents/a.pdf"')
     where showcase_id = ${id}`
  const late = createShowcases(kernel, scene.leaderboard)
  await late.start()
  const card = late.listData({}).showcases.find(({ showcase_id }) => showcase_id === id)
  expect(card).toMatchObject({ avatar_url: null, banner_url: null })
  await late.close()
})

test('a page that is known costs one look-up of the showcase, whoever asks', async () => {
  const { id } = await listed('cercata')
  const counted = counting()
  const showcases = createShowcases({ ...kernel, sql: counted.sql }, scene.leaderboard)
  const first = await showcases.detail(id)
  const before = counted.asked()
  const stranger = { trader_id: kernel.secrets.newId(), is_admin: false }
  expect(await showcases.seen(id, stranger)).toBe(first)
  expect(await showcases.detail(id)).toBe(first)
  expect(counted.asked()).toBe(before + 2)
})
