import { expect, test } from 'vitest'
import { person } from '#server/testing/people.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { showcaseStatuses } from '../../rules/moves.ts'
import { moderationScene, written } from '../testing/moderation-scene.ts'
import { csvLines } from '#server/testing/csv-file.ts'

const { kernel, admin, call, save, owner, showcaseIn, list } = await moderationScene({ RATE_LIMITS: 'on' })
const { sql, clock } = kernel
const ids = new Map<string, string>()
for (const [index, status] of showcaseStatuses.entries()) {
  clock.advance(MINUTE_MS)
  ids.set(status, await showcaseIn(await owner(`stato${index}`), status))
}
clock.advance(MINUTE_MS)
const lapsed = await owner('finito', HOUR_MS / 2)
const lapsedId = await showcaseIn(lapsed, 'published')
const shut = await owner('spento')
const shutId = await showcaseIn(shut, 'published_with_pending')
await sql`update trader set deactivated_at = ${new Date(clock.now()).toISOString()} where trader_id = ${shut.trader_id}`
await sql`update showcase set views_count = 7 where showcase_id = ${lapsedId}`
clock.advance(HOUR_MS)

const rowIds = async (query: string) => (await list(query)).showcases.map(({ showcase_id: id }) => id)

test('filters: each status, waiting, public now, approved and hidden', async () => {
  const { counts, total } = await list()
  expect(total).toBe(8)
  expect(counts).toEqual({
    draft: 1,
    pending_review: 1,
    published: 2,
    published_with_pending: 2,
    changes_requested: 1,
    rejected: 1,
    waiting: 3,
    public: 2,
    hidden: 2,
  })
  for (const [filter, expected] of Object.entries(counts)) {
    const page = await list(`?status=${filter}`)
    expect([filter, page.total]).toEqual([filter, expected])
    expect(page.counts).toEqual(counts)
  }
  expect(new Set(await rowIds('?status=hidden'))).toEqual(new Set([lapsedId, shutId]))
  expect(new Set(await rowIds('?status=public'))).toEqual(
    new Set([ids.get('published'), ids.get('published_with_pending')]),
  )
  expect((await list('?status=hidden')).showcases.map((row) => row.is_public)).toEqual([false, false])
})

test('every order lists each showcase once, both ways, page by page', async () => {
  for (const by of ['waiting', 'updated_at', 'created_at', 'username', 'title', 'status', 'views']) {
    const up = await rowIds(`?sort_by=${by}`)
    const walked: string[] = []
    for (let page = 1; page <= 4; page += 1) {
      const part = await list(`?sort_by=${by}&limit=3&page=${page}`)
      expect(part).toMatchObject({ total: 8, next_cursor: null })
      walked.push(...part.showcases.map(({ showcase_id: id }) => id))
    }
    expect([by, walked]).toEqual([by, up])
    expect(new Set(up).size).toBe(8)
    expect(new Set(await rowIds(`?sort_by=${by}&order=desc`))).toEqual(new Set(up))
  }
  const named = await list('?sort_by=username')
  const names = named.showcases.map(({ username }) => username)
  expect(names).toEqual(names.toSorted())
  expect((await list('?sort_by=username&order=desc')).showcases.map(({ username }) => username)).toEqual(
    names.toReversed(),
  )
  expect((await list('?sort_by=views&order=desc')).showcases[0]).toMatchObject({
    showcase_id: lapsedId,
    views_count: 7,
  })
  // A showcase that was never submitted has no title, and comes last in both directions.
  for (const order of ['asc', 'desc']) {
    expect((await list(`?sort_by=title&order=${order}`)).showcases.at(-1)?.showcase_id).toBe(ids.get('draft'))
  }
  expect(await rowIds('?page=1')).toEqual(await rowIds(''))
})

test('a new row does not move the pages of an order by name', async () => {
  const before = await list('?sort_by=username&limit=4&page=1')
  await showcaseIn(await owner('zz_ultimo'), 'pending_review')
  const after = await list('?sort_by=username&limit=20&page=1')
  expect(after.showcases.slice(0, 4)).toEqual(before.showcases)
  expect(after.showcases.at(-1)?.username).toBe('zz_ultimo')
})

test('unknown orders and pages are refused', async () => {
  const refused = ['?page=0', '?page=x', '?page=100001', '?sort_by=nothing', '?order=up', '?status=seen', '?limit=101']
  const cursor = `0:${kernel.secrets.newId()}`
  for (const query of [...refused, `?cursor=${cursor}&page=2`, `?cursor=${cursor}&sort_by=title`]) {
    expect([query, (await call('GET', `/api/admin/showcases${query}`, admin)).statusCode]).toEqual([query, 422])
  }
  expect((await list('?page=100000')).showcases).toEqual([])
})

test('the list as a file: each showcase of the filter once, no formula, no private draft, a line in the audit log', async () => {
  const trader = await owner('foglio')
  const { showcase_id: id } = await save(trader, null, written('=HYPERLINK("http://x")'))
  await save(trader, id, { ...written('Il mio segreto'), submit: false })
  const answer = await call('GET', '/api/admin/showcases.csv', admin)
  const [head, ...rows] = csvLines(answer, 'vetrine')
  expect(head).toMatch(/^\uFEFF"showcase_id";"titolo";"username"/)
  expect(rows).toHaveLength((await list()).total)
  expect(new Set(rows.map((row) => row.slice(0, 38))).size).toBe(rows.length)
  expect(rows.find((row) => row.includes(id))).toContain(`"'=HYPERLINK(""http://x"")"`)
  expect(answer.body).not.toContain('segreto')
  expect(answer.body).toContain(';"In Moderazione";')
  expect(answer.body).not.toMatch(/;"(?:pending_review|published|draft)";/)
  const hidden = await call('GET', '/api/admin/showcases.csv?status=hidden&q=FINITO', admin)
  expect(hidden.body.trimEnd().split('\r\n')).toHaveLength(2)
  const lines = await sql`select actor, details from audit_log where action = 'showcases.export' order by audit_id`
  expect(lines).toEqual([
    { actor: admin.trader_id, details: { searched: false, status: null } },
    { actor: admin.trader_id, details: { searched: true, status: 'hidden' } },
  ])
  expect((await call('GET', '/api/admin/showcases.csv?status=gone', admin)).statusCode).toBe(422)
  expect((await call('GET', '/api/admin/showcases.csv', null)).statusCode).toBe(401)
  expect((await call('GET', '/api/admin/showcases.csv', await person(kernel, 'anna'))).statusCode).toBe(403)
})

test('the file is in the order of the list: by itself the longest waiting one first', async () => {
  const third = await person(kernel, 'terzo_admin', { is_admin: true })
  for (const query of [
    '',
    '?sort_by=waiting&order=desc',
    '?sort_by=username',
    '?sort_by=title&order=desc',
    '?sort_by=views',
  ]) {
    const [, ...rows] = csvLines(await call('GET', `/api/admin/showcases.csv${query}`, third), 'vetrine')
    expect([query, rows.map((row) => row.slice(1, 37))]).toEqual([query, await rowIds(query)])
  }
})

test('the file ten times an hour', async () => {
  const other = await person(kernel, 'vice', { is_admin: true })
  const statuses: number[] = []
  for (let index = 0; index < 11; index += 1) {
    statuses.push((await call('GET', '/api/admin/showcases.csv?status=rejected', other)).statusCode)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})

test('a showcase that arrives between two pages repeats and skips none, in every order', async () => {
  let newcomers = 0
  for (const by of ['waiting', 'updated_at', 'created_at', 'username', 'title', 'status', 'views']) {
    for (const order of ['asc', 'desc']) {
      clock.advance(MINUTE_MS)
      const query = `?sort_by=${by}&order=${order}`
      const before = await rowIds(`${query}&limit=100`)
      const first = await list(`${query}&limit=3&page=1`)
      clock.advance(MINUTE_MS)
      await showcaseIn(await owner(`arrivato${(newcomers += 1)}`), 'pending_review')
      const read = first.showcases.map(({ showcase_id: id }) => id)
      for (let page = 2; read.length < before.length; page += 1) {
        const next = await list(`${query}&limit=3&page=${page}&until=${first.at}`)
        expect(next.total).toBe(before.length)
        read.push(...next.showcases.map(({ showcase_id: id }) => id))
      }
      expect([query, read]).toEqual([query, before])
    }
  }
})

test('a showcase that is submitted between two pages moves no other one', async () => {
  for (const [number, query] of [
    '?sort_by=waiting',
    '?status=waiting&sort_by=username',
    '?status=pending_review&sort_by=views',
  ].entries()) {
    const late = await owner(`tardi${number}`)
    const id = await showcaseIn(late, 'draft')
    clock.advance(MINUTE_MS)
    const before = await rowIds(`${query}&limit=100`)
    const first = await list(`${query}&limit=3&page=1`)
    clock.advance(MINUTE_MS)
    await save(late, id, { ...written('Pronta'), submit: true })
    const read = first.showcases.map(({ showcase_id }) => showcase_id)
    for (let page = 2; page < 20; page += 1) {
      const { showcases } = await list(`${query}&limit=3&page=${page}&until=${first.at}`)
      read.push(...showcases.map(({ showcase_id }) => showcase_id))
    }
    expect([query, read]).toEqual([query, before.filter((each) => each !== id)])
  }
})
