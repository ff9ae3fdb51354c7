import { afterAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import { testKernel } from '#server/testing/kernel.ts'
import {
  approve,
  boundPerson,
  callsOf,
  changed,
  diamondTrader,
  goodBody,
  showcaseScene,
  uploaded,
} from '../testing/scene.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql } = kernel
const scene = await showcaseScene(kernel)
afterAll(scene.close)
const { call, create, update, mine, made, rowOf } = callsOf(scene, kernel)

describe('the sent content', () => {
  test('sets nothing but content', async () => {
    const [who, other] = [await diamondTrader(kernel), await diamondTrader(kernel)]
    const extra = {
      status: 'published',
      views_count: 9_000,
      clicks_count: 9_000,
      trader_id: other.trader_id,
      showcase_id: other.trader_id,
      published_version: 1,
      published_at: '2020-01-01T00:00:00.000Z',
      is_public: true,
      owner_preview: true,
      moderation_messages: [],
      kpi: { roi_30_days: 900 },
      performance: { roi_percentage: 900 },
      is_diamond: true,
    }
    const body = goodBody({ ...extra, profile: { ...goodBody().profile, ...extra } })
    const { showcase_id: id, status } = await made(who, body)
    expect(status).toBe('pending_review')
    await update(who, id, body)
    const row = await rowOf(id)
    expect(row).toMatchObject({
      trader_id: who.trader_id,
      status: 'pending_review',
      published_version: null,
      published_at: null,
      views_count: 0,
      clicks_count: 0,
    })
    const stored = await sql`select content::text as text from showcase_version where showcase_id = ${id}`
    expect(JSON.stringify(stored)).not.toMatch(/900|published|trader_id|views_count/)
  })

  test('is refused with all its errors at once, at their fields', async () => {
    const who = await diamondTrader(kernel)
    const answer = await create(who, {
      profile: { display_name: 'A', subtitle: 'Ciao' },
      links: { website_url: 'javascript:alert(1)', telegram_url: 'https://evil.com' },
      cta_buttons: [{ text: 'Ciao', url: 'data:text/html,x' }],
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      detail: 'Errore validazione dati',
      fields: {
        'profile.display_name': 'Minimo 2 caratteri',
        'profile.subtitle': 'Minimo 5 caratteri',
        'profile.description': 'Minimo 50 caratteri',
        'links.website_url': 'Il link deve iniziare con https://',
        'links.telegram_url': 'Il link deve portare a t.me o telegram.me.',
        'cta_buttons.0.text': 'Minimo 5 caratteri',
        'cta_buttons.0.url': 'Il link deve iniziare con https://',
      },
    })
    expect(await sql`select from showcase where trader_id = ${who.trader_id}`).toEqual([])
    // A draft is refused only for dangerous values.
    const draft = await create(who, { profile: { display_name: 'A' }, submit: false })
    expect(draft.json()).toMatchObject({ status: 'draft', version: 1 })
  })

  test('a promise is refused before a person reads it; a draft lists it', async () => {
    const who = await diamondTrader(kernel)
    const body = goodBody({ testimonials: [{ content: 'Guadagni garantiti ogni mese!' }] })
    const refused = await create(who, body)
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({
      detail: 'Errore validazione dati',
      fields: { 'testimonials.0.content': expect.stringContaining('guadagni garantiti') },
      details: { claims: [{ kind: 'promise' }] },
    })
    const answer = await call('POST', '/api/my-showcase/claims', who, body)
    expect(answer.json()).toMatchObject({ claims: [{ field: 'testimonials.0.content', kind: 'promise' }] })
    const draft = await create(who, { ...body, submit: false })
    expect(draft.json()).toMatchObject({ status: 'draft', claims: [{ kind: 'promise' }] })
  })

  test('a number that differs is shown to a person', async () => {
    const who = await diamondTrader(kernel)
    const answer = await made(who, changed('ROI del 480% in un anno'))
    expect(answer.claims).toMatchObject([{ field: 'profile.subtitle', kind: 'number', about: 'roi', claimed: 480 }])
  })

  test.each(['TopTrader Staff', 'Anna ✓', 'Annа Trading'])('%s is no name to be public under', async (display_name) => {
    const who = await diamondTrader(kernel)
    const answer = await create(who, goodBody({ profile: { ...goodBody().profile, display_name } }))
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual(['profile.display_name'])
  })

  test('files are own uploads of their kind', async () => {
    const [who, other] = [await diamondTrader(kernel), await diamondTrader(kernel)]
    const [own, foreign, pdf] = [
      await uploaded(kernel, who.trader_id, 'image'),
      await uploaded(kernel, other.trader_id, 'image'),
      await uploaded(kernel, who.trader_id, 'pdf'),
    ]
    const withFiles = (image: string) =>
      goodBody({
        profile: { ...goodBody().profile, profile_image_url: image },
        content: { promotional_images: [own, image], pdf_download_url: pdf },
        testimonials: [{ content: 'Bene', image_url: image }],
      })
    const refused = await create(who, withFiles(foreign))
    expect(Object.keys(refused.json<{ fields: object }>().fields)).toEqual([
      'profile.profile_image_url',
      'content.promotional_images.1',
      'testimonials.0.image_url',
    ])
    const { showcase_id: id } = await made(who, withFiles(own))
    expect((await mine(who)).showcase).toMatchObject({ avatar_url: own, content: { pdf_download_url: pdf } })
    await call('DELETE', `/api/showcases/${id}`, who)
    expect(await sql`select from showcase_file where trader_id = ${who.trader_id}`).toEqual([])
    expect(await sql`select from showcase_file where trader_id = ${other.trader_id}`).toHaveLength(1)
  })
})

test('profile and showcase show one verification link: the account’s', async () => {
  const who = await diamondTrader(kernel)
  const first = 'https://www.myfxbook.com/members/mario/conto/1'
  await sql`update trader set myfxbook_url = ${first} where trader_id = ${who.trader_id}`
  const { showcase_id: id } = await made(who)
  await approve(kernel, id)
  const figure = { there: 1, here: 1, within: true }
  const compared = { balance: figure, closed_trades: figure, gain_percentage: figure }
  await sql`
    insert into external_match (match_id, account_id, source, link, figures, accepted, matched_at, valid_until, decided_by, reason)
    select ${kernel.secrets.newId()}, account_id, 'myfxbook', ${first}, ${sql.json(compared)}, true, last_receipt_at,
           last_receipt_at + interval '30 days', trader_id, 'Confrontato.'
      from trading_account where trader_id = ${who.trader_id}`
  kernel.changes.announce(who.trader_id)
  const shown = async () => (await call('GET', `/api/showcases/${id}`, null)).json()
  await expect.poll(async () => (await shown()).myfxbook_matched).toBe(true)
  expect(await shown()).toMatchObject({ has_myfxbook: true, myfxbook_url: first, links: { myfxbook_url: first } })
  const other = 'https://www.myfxbook.com/members/altri/conto-di-un-altro/2'
  await sql`update trader set myfxbook_url = ${other} where trader_id = ${who.trader_id}`
  kernel.changes.announce(who.trader_id)
  await expect.poll(async () => (await shown()).myfxbook_url).toBe(other)
  // Another page than the compared one.
  expect(await shown()).toMatchObject({ has_myfxbook: true, myfxbook_matched: false, links: { myfxbook_url: other } })

  const links = { myfxbook_url: 'https://www.myfxbook.com/members/altri/un-terzo/3' }
  const refused = await call('PUT', `/api/showcases/${id}`, who, { links, submit: true })
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([422, ['links.myfxbook_url']])
  expect(
    (await call('PUT', `/api/showcases/${id}`, who, { links: { myfxbook_url: null }, submit: true })).statusCode,
  ).toBe(200)
  await approve(kernel, id)
  expect(await shown()).toMatchObject({ myfxbook_url: other, myfxbook_matched: false, links: { myfxbook_url: other } })
  await sql`update trader set myfxbook_url = null where trader_id = ${who.trader_id}`
  kernel.changes.announce(who.trader_id)
  await expect.poll(async () => (await shown()).has_myfxbook).toBe(false)
})

test.each(['\u2800'.repeat(80), '— '.repeat(40)])('texts without a letter are refused: %j', async (blank) => {
  const who = await diamondTrader(kernel)
  const good = goodBody()
  const answer = await create(who, { ...good, profile: { ...good.profile, description: blank } })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().fields).toHaveProperty(['profile.description'])
})

describe('the own page', () => {
  test('belongs to an owner without a showcase too', async () => {
    const who = await diamondTrader(kernel, { username: 'Fresca' })
    // The ranking learns of the account a moment after its rows are written.
    await expect.poll(async () => (await mine(who)).kpi?.current_rank).toEqual(expect.any(Number))
    expect(await mine(who)).toEqual({
      error: null,
      message: null,
      has_connected_account: true,
      sends_mail: false,
      is_diamond: true,
      email_awaited: false,
      is_admin: false,
      has_access: true,
      trader_info: {
        trader_id: who.trader_id,
        username: 'Fresca',
        display_name: 'Fresca',
        bio: null,
        myfxbook_url: null,
      },
      kpi: {
        roi_percentage: expect.any(Number),
        roi_30_days: expect.any(Number),
        drawdown_percentage: expect.any(Number),
        win_rate: expect.any(Number),
        total_trades: 3,
        current_rank: expect.any(Number),
      },
      showcase: null,
      owner_preview: false,
      moderation_messages: [],
      diamond_status: { expired: false, expired_date: null },
      can_create_showcase: true,
      can_edit_showcase: false,
    })
  })

  test('has the moderators’ messages, newest first', async () => {
    const who = await diamondTrader(kernel)
    const { showcase_id: id } = await made(who)
    for (const [index, message] of ['Prima', 'Seconda'].entries()) {
      await sql`insert into showcase_event (showcase_id, at, actor, event, from_status, to_status, version, message)
                values (${id}, ${`2026-11-2${index}T10:00:00Z`}, null, 'request_changes', 'pending_review', 'changes_requested', 1, ${message})`
    }
    const { moderation_messages } = await mine(who)
    expect(moderation_messages.map(({ message }) => message)).toEqual(['Seconda', 'Prima'])
    expect(Object.keys(moderation_messages[0] ?? {})).toEqual(['created_at', 'message', 'event'])
  })

  test('belongs to an admin without a plan too', async () => {
    const admin = await boundPerson(kernel, 'capo_due', { is_admin: true })
    const { showcase_id: id } = await made(admin)
    await approve(kernel, id)
    expect(await mine(admin)).toMatchObject({
      has_access: true,
      is_diamond: false,
      can_edit_showcase: true,
      showcase: { is_public: false, status: 'published' },
    })
    await sql`insert into subscription values (${kernel.secrets.newId()}, ${admin.trader_id}, 'diamond', ${new Date(kernel.clock.now() + DAY_MS).toISOString()}, 'active', 'monthly', now(), now())`
    expect(await mine(admin)).toMatchObject({ is_diamond: true, showcase: { is_public: true } })
  })
})

test('a trader who is being erased makes no showcase, though the session was read a moment before', async () => {
  const who = await diamondTrader(kernel)
  await sql`update trader set erasing_at = now() where trader_id = ${who.trader_id}`
  expect((await create(who)).statusCode).toBe(401)
  expect(await sql`select from showcase where trader_id = ${who.trader_id}`).toEqual([])
})
