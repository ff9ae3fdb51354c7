import { expect, test, vi } from 'vitest'
import { person } from '#server/testing/people.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { showcaseStatuses } from '../../rules/moves.ts'
import { moderationScene, written } from '../testing/moderation-scene.ts'

const { kernel, admin, call, save, decide, owner, showcaseIn, list, detail } = await moderationScene()
const { sql, clock } = kernel

test('the table is for admins', async () => {
  const anna = await person(kernel, 'anna')
  for (const url of ['/api/admin/showcases', `/api/admin/showcases/${kernel.secrets.newId()}`]) {
    expect((await call('GET', url, null)).statusCode).toBe(401)
    expect((await call('GET', url, anna)).statusCode).toBe(403)
  }
  for (const query of ['?status=approved', '?limit=0', '?limit=101', '?cursor=x', '?cursor=1:x', '?q=%00']) {
    expect((await call('GET', `/api/admin/showcases${query}`, admin)).statusCode).toBe(422)
  }
  expect(await list()).toEqual({
    showcases: [],
    total: 0,
    next_cursor: null,
    at: expect.any(String),
    published_count: 0,
    draft_count: 0,
    review_count: 0,
    counts: { ...Object.fromEntries(showcaseStatuses.map((status) => [status, 0])), waiting: 0, public: 0, hidden: 0 },
  })
})

test('every showcase is in it once, the longest waiting first, page by page', async () => {
  const ids = new Map<string, string>()
  for (const [index, status] of showcaseStatuses.entries()) {
    clock.advance(MINUTE_MS)
    ids.set(status, await showcaseIn(await owner(`stato${index}`), status))
  }
  // Submitted before the other one that waits, and saved privately after it.
  clock.advance(MINUTE_MS)
  const first = await owner('aspetta')
  const waits = await showcaseIn(first, 'pending_review')
  clock.advance(MINUTE_MS)
  await save(first, waits, { ...written('Una bozza privata'), submit: false })
  const all = await list()
  expect(all).toMatchObject({ total: 7, published_count: 2, draft_count: 1, review_count: 3, next_cursor: null })
  expect(all.showcases.map(({ showcase_id: id }) => id)).toEqual([
    ids.get('pending_review'),
    ids.get('published_with_pending'),
    waits,
    ids.get('rejected'),
    ids.get('changes_requested'),
    ids.get('published'),
    ids.get('draft'),
  ])
  const walked: string[] = []
  let cursor: string | null = null
  do {
    const page = await list(`?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`)
    expect(page.total).toBe(7)
    walked.push(...page.showcases.map(({ showcase_id: id }) => id))
    cursor = page.next_cursor
  } while (cursor !== null)
  expect(walked).toEqual(all.showcases.map(({ showcase_id: id }) => id))
  for (const status of showcaseStatuses) {
    const page = await list(`?status=${status}`)
    expect(page.total).toBe(status === 'pending_review' ? 2 : 1)
    expect(new Set(page.showcases.map((row) => row.status))).toEqual(new Set([status]))
    // The counts at the top do not follow the filter.
    expect(page.review_count).toBe(3)
  }
  expect((await list('?q=ASPETTA')).showcases.map(({ showcase_id: id }) => id)).toEqual([waits])
  expect((await list('?q=la%20seconda')).showcases.map(({ status }) => status)).toEqual(['published_with_pending'])
  expect((await list('?q=100%25')).total).toBe(0)
})

test('moderators see nothing of a private draft', async () => {
  const trader = await owner('riservato')
  const { showcase_id: id } = await save(trader, null, { ...written('Il mio segreto'), submit: false })
  expect((await list('?q=riservato')).showcases[0]).toMatchObject({ status: 'draft', title: null, version: null })
  expect((await list('?q=segreto')).total).toBe(0)
  expect(await detail(id)).toMatchObject({ content: null, changes: [], claims: [], warnings: [], files: [] })
  await save(trader, id, written('Per tutti'))
  await save(trader, id, { ...written('Di nuovo un segreto'), submit: false })
  expect(JSON.stringify([await detail(id), await list('?q=riservato')])).not.toContain('segreto')
})

test('changes stand field by field beside claims against current figures, warnings, files and history', async () => {
  const trader = await owner('ferrero')
  const other = await owner('luca_bertani')
  const bare = written('Oro in sessione europea')
  const links = { website_url: 'https://ferrero.it/', telegram_url: 'https://t.me/ferrero' }
  const { showcase_id: id } = await save(trader, null, { ...bare, links })
  const before = await detail(id)
  expect(before.changes.map(({ field }) => field)).toContain('profile.subtitle')
  expect(before.changes.every((change) => change.before === null)).toBe(true)
  await decide(id, 'approve')
  const key = 'ab'.repeat(16)
  await sql`
    insert into showcase_file (file_key, trader_id, kind, name, bytes, created_at)
    values (${key}, ${trader.trader_id}, 'image', 'copertina.png', 1234, now()),
           (${'cd'.repeat(16)}, ${trader.trader_id}, 'image', 'altra.png', 1234, now())`
  clock.advance(HOUR_MS)
  const description = 'Il mio win rate è del 12%. Il ROI dell’anno è 900%: lo dicono in tanti che mi seguono.'
  await save(trader, id, {
    profile: {
      ...bare.profile,
      display_name: 'Luca Bertanì',
      description,
      cover_image_url: `/uploads/showcases/${key}-1600.webp`,
    },
    links: { ...links, website_url: 'https://bit.ly/abc123' },
    content: { services: ['Segnali', 'Corsi'] },
  })
  const detailed = await detail(id)
  expect(detailed).toMatchObject({
    status: 'published_with_pending',
    version: 2,
    published_version: 1,
    was_published: true,
  })
  expect(detailed.changes).toEqual([
    { field: 'profile.display_name', before: 'Marta Ferrero', after: 'Luca Bertanì' },
    { field: 'profile.description', before: bare.profile.description, after: description },
    { field: 'profile.cover_image_url', before: null, after: `/uploads/showcases/${key}-1600.webp` },
    { field: 'links.website_url', before: 'https://ferrero.it/', after: 'https://bit.ly/abc123' },
    { field: 'content.services', before: null, after: 'Segnali, Corsi' },
  ])
  expect(detailed.claims).toEqual([
    expect.objectContaining({
      field: 'profile.description',
      kind: 'number',
      about: 'win_rate',
      claimed: 12,
      verified: 100,
    }),
    expect.objectContaining({ field: 'profile.description', kind: 'number', about: 'roi', claimed: 900 }),
  ])
  // The ranking learns of new traders a moment later.
  await vi.waitFor(async () => expect((await detail(id)).warnings).toHaveLength(3))
  expect((await detail(id)).warnings).toEqual([
    { field: 'profile.display_name', kind: 'lookalike', about: other.username },
    { field: 'links.website_url', kind: 'shortener', about: 'bit.ly' },
    { field: 'links.website_url', kind: 'changed', about: 'bit.ly' },
  ])
  expect(detailed.files).toEqual([
    expect.objectContaining({
      file_url: `/uploads/showcases/${key}-1600.webp`,
      kind: 'image',
      name: 'copertina.png',
      bytes: 1234,
    }),
  ])
  expect(detailed.events.map(({ event, to_status, version }) => [event, to_status, version])).toEqual([
    ['submit', 'published_with_pending', 2],
    ['approve', 'published', 1],
    ['submit', 'pending_review', 1],
  ])
  expect((await detail(id)).owner).toEqual({
    has_connected_account: true,
    current_rank: expect.any(Number),
    verification_level: expect.any(String),
    held: null,
  })
})

test('promises and numbers are found in every text, by the rules of the register', async () => {
  const trader = await owner('promette')
  const check = async (body: object) =>
    (await call('POST', '/api/my-showcase/claims', trader, body)).json<{ claims: { field: string; kind: string }[] }>()
      .claims
  const promise = 'Guadagni garantiti, senza rischi.'
  const found = await check({
    profile: { display_name: promise, subtitle: promise, description: promise, bio_extended: promise },
    content: { services: [promise.slice(0, 18)], pdf_title: promise },
    cta_buttons: [{ text: promise.slice(0, 18), url: null, style: 'primary' }],
    testimonials: [{ author_name: promise, content: promise, image_url: null }],
  })
  expect(new Set(found.filter(({ kind }) => kind === 'promise').map(({ field }) => field))).toEqual(
    new Set([
      'profile.display_name',
      'profile.subtitle',
      'profile.description',
      'profile.bio_extended',
      'content.services.0',
      'content.pdf_title',
      'cta_buttons.0.text',
      'testimonials.0.author_name',
      'testimonials.0.content',
    ]),
  )
  // The account won on twelve of twelve days.
  expect(await check({ profile: { description: 'Win rate del 100%, 12 operazioni.' } })).toEqual([])
  expect(await check({ profile: { description: 'Win rate del 80%, 300 operazioni.' } })).toEqual([
    { field: 'profile.description', kind: 'number', words: '80%', about: 'win_rate', claimed: 80, verified: 100 },
    expect.objectContaining({ about: 'trades', claimed: 300, verified: 12 }),
  ])
})
