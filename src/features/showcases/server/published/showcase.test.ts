import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '#server/testing/until.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, type Person } from '#server/testing/people.ts'
import type { Showcase } from '../../contract.ts'
import { approve, boundPerson, callsOf, changed, diamondTrader, goodBody, showcaseScene } from '../testing/scene.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql } = kernel
const scene = await showcaseScene(kernel)
const { showcases, leaderboard } = scene
afterAll(scene.close)
const { call, made, published, update } = callsOf(scene, kernel)

const look = (id: string, who: Person | null = null, query = '') => call('GET', `/api/showcases/${id}${query}`, who)
const read = async (id: string, who: Person | null = null) => (await look(id, who)).json<Showcase>()
const admin = await boundPerson(kernel, 'capo', { is_admin: true })
const stranger = await person(kernel, 'estranea')

beforeEach(() => void scene.views.splice(0))

describe('the public answer', () => {
  test('is the public version, with exactly these keys', async () => {
    const { who, id } = await published({ username: 'Anna.Verdi' })
    await sql`update trader set bio = 'La mia bio', email = 'segreta@example.com' where trader_id = ${who.trader_id}`
    const showcase = await read(id)
    expect(keysOf(showcase)).toMatchInlineSnapshot(`
      [
        "showcase_id",
        "title",
        "description",
        "bio_short",
        "avatar_url",
        "banner_url",
        "trader_id",
        "trader_username",
        "trader_name",
        "trader_info.display_name",
        "trader_info.is_diamond",
        "trader_info.is_admin",
        "country",
        "current_rank",
        "verification_level",
        "is_ea_verified",
        "is_real_account",
        "platform_type",
        "trading_style",
        "risk_level",
        "services[]",
        "kpi.roi_30_days",
        "kpi.win_rate",
        "performance.roi_percentage",
        "performance.roi_30",
        "performance.roi_total",
        "performance.win_rate",
        "performance.total_trades",
        "performance.drawdown_max",
        "views_count",
        "published_at",
        "updated_at",
        "status",
        "created_at",
        "bio_extended",
        "clicks_count",
        "profile.display_name",
        "profile.subtitle",
        "profile.description",
        "profile.bio_extended",
        "profile.profile_image_url",
        "profile.cover_image_url",
        "links.myfxbook_url",
        "links.fxblue_url",
        "links.mql5_signal_url",
        "links.telegram_url",
        "links.discord_url",
        "links.website_url",
        "links.broker_referral_url",
        "content.services[]",
        "content.promotional_images[]",
        "content.video_url",
        "content.pdf_download_url",
        "content.pdf_title",
        "cta_buttons[].text",
        "cta_buttons[].url",
        "cta_buttons[].style",
        "testimonials[].author_name",
        "testimonials[].content",
        "testimonials[].image_url",
        "verified.since",
        "verified.days_count",
        "verified.last_ea_sync",
        "verified.status",
        "verified.ranked_traders",
        "verified.roi_30",
        "verified.roi_90",
        "verified.roi_total",
        "verified.drawdown_max",
        "verified.current_drawdown",
        "verified.symbols[]",
        "verified.flags[]",
        "verified.findings[]",
        "verified.held",
        "verified.growth[].date",
        "verified.growth[].index",
        "owner_preview",
        "pending_changes",
        "has_myfxbook",
        "myfxbook_url",
        "myfxbook_matched",
      ]
    `)
    expect(showcase).toMatchObject({
      showcase_id: id,
      status: 'published',
      title: goodBody().profile.subtitle,
      description: goodBody().profile.description,
      bio_short: 'La mia bio',
      trader_username: 'Anna.Verdi',
      trader_info: { is_diamond: true, is_admin: false },
      services: ['Segnali', 'Corsi', 'Consulenza', 'Diretta'],
      owner_preview: false,
      pending_changes: null,
      views_count: 0,
      platform_type: 'MT5',
      verified: { status: 'connected', held: null, symbols: ['EURUSD'], flags: [] },
      has_myfxbook: false,
      myfxbook_url: null,
      myfxbook_matched: false,
    })
    expect(JSON.stringify(showcase)).not.toMatch(/segreta|example\.com|moderation|submitted|latest_version/)
  })

  test('has the figures of the list and of the profile', async () => {
    const { who, id } = await published()
    const { entry } = await until(() => leaderboard.snapshot().byId(who.trader_id), 5_000)
    await until(() => showcases.publicIdOf(who.trader_id), 5_000)
    const showcase = await read(id)
    const { roi_percentage, roi_30, roi_total, win_rate, total_trades, drawdown_max } = entry
    expect(showcase.performance).toEqual({ roi_percentage, roi_30, roi_total, win_rate, total_trades, drawdown_max })
    expect(showcase.kpi).toEqual({ roi_30_days: roi_30, win_rate })
    expect(showcase.verified).toMatchObject({ roi_90: roi_percentage, drawdown_max, last_ea_sync: entry.last_ea_sync })
    expect(showcase.verified?.growth.length).toBeGreaterThan(2)
    expect(showcase.current_rank).toBe(leaderboard.rankOf(who.trader_id))
    const card = showcases.listData({ limit: '100' }).showcases.find(({ showcase_id }) => showcase_id === id)
    expect(card).toMatchObject({
      performance: showcase.performance,
      kpi: showcase.kpi,
      current_rank: showcase.current_rank,
    })
  })

  test('bytes with an ETag; the second answer has none', async () => {
    const { who, id } = await published()
    // The trader's place is part of the answer.
    await until(() => leaderboard.snapshot().byId(who.trader_id), 5_000)
    const first = await look(id)
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding, authorization' })
    const again = await scene.app.inject({
      url: `/api/showcases/${id.toUpperCase()}?t=1&r=2`,
      headers: { 'if-none-match': String(first.headers['etag']) },
    })
    expect(again.statusCode).toBe(304)
    expect((await showcases.detail(id)).bytes).toBe((await showcases.detail(id)).bytes)
    const known = await look(id, stranger)
    expect(known.headers['cache-control']).toBe('no-store')
    expect(known.json()).toEqual(first.json())
  })

  test('one view is passed for each request, none for owner and admins', async () => {
    const { who, id } = await published()
    await look(id, null, '?source=classifica')
    await look(id, stranger)
    await look(id, who)
    await look(id, admin)
    expect(scene.views).toEqual([
      { showcaseId: id, source: 'classifica' },
      { showcaseId: id, source: undefined },
    ])
  })

  test.each(['draft', 'pending_review', 'changes_requested', 'rejected'])(
    'one that is %s and was never approved is not there',
    async (status) => {
      const who = await diamondTrader(kernel)
      const { showcase_id: id } = await made(who)
      await sql`update showcase set status = ${status} where showcase_id = ${id}`
      for (const viewer of [null, stranger]) {
        const answer = await look(id, viewer)
        expect(answer.statusCode).toBe(404)
        expect(answer.json()).toEqual({
          detail: 'Vetrina non trovata',
          message: 'Vetrina non trovata',
          error_type: 'SHOWCASE_NOT_FOUND',
        })
      }
      expect((await look(id, who)).statusCode).toBe(200)
      expect((await look(id, admin)).statusCode).toBe(200)
      expect(scene.views).toEqual([])
    },
  )

  test.each(['published', 'published_with_pending', 'changes_requested', 'rejected'])(
    'an approved one stays while it is %s, and the waiting version does not show',
    async (status) => {
      const { who, id } = await published()
      await update(who, id, changed('Quello che aspetta'))
      await sql`update showcase set status = ${status} where showcase_id = ${id}`
      const answer = await look(id)
      expect(answer.json()).toMatchObject({
        status: 'published',
        title: goodBody().profile.subtitle,
        pending_changes: null,
      })
      expect(answer.body).not.toContain('Quello che aspetta')
      expect(JSON.stringify(showcases.listData({ limit: '100' }))).not.toContain('Quello che aspetta')
      const waiting = {
        status,
        title: 'Quello che aspetta',
        owner_preview: true,
        pending_changes: { profile: { subtitle: 'Quello che aspetta' } },
      }
      expect(await read(id, who)).toMatchObject(waiting)
      expect(await read(id, admin)).toMatchObject(waiting)
    },
  )

  test('a private draft is the owner’s alone', async () => {
    const { who, id } = await published()
    await update(who, id, { ...changed('Solo per me'), submit: false })
    expect(await read(id, who)).toMatchObject({ title: 'Solo per me', owner_preview: true })
    expect(await read(id, admin)).toMatchObject({
      title: goodBody().profile.subtitle,
      owner_preview: true,
      pending_changes: null,
    })
    expect((await look(id, stranger)).body).not.toContain('Solo per me')
    const never = await diamondTrader(kernel)
    const { showcase_id: draft } = await made(never, { profile: { display_name: 'Bozza' }, submit: false })
    expect(await read(draft, admin)).toMatchObject({ status: 'draft', profile: { display_name: 'Bozza' } })
  })

  test('a malformed id, and an unknown one', async () => {
    for (const id of ['1', 'nessuna', '00000000-0000-4000-8000-000000000000', '00000000-0000-0000-0000-000000000000']) {
      const answer = await look(id)
      expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([404, 'Vetrina non trovata'])
    }
  })
})

test('stored addresses are checked again by the current rule', async () => {
  const { id } = await published()
  await sql`
    update showcase_version
       set content = jsonb_set(jsonb_set(jsonb_set(content, '{links,website_url}', '"javascript:alert(1)"'),
                   '{cta_buttons,0,url}', '"data:text/html,x"'), '{profile,cover_image_url}', '"https://evil.com/a.png"')
                   || '{"secret": "x"}'
     where showcase_id = ${id}`
  const answer = await look(id)
  expect(answer.json()).toMatchObject({
    links: { website_url: null, telegram_url: 'https://t.me/anna_trading' },
    banner_url: null,
    cta_buttons: [{ url: null }, {}],
  })
  expect(answer.body).not.toMatch(/javascript|data:|evil|secret/)
})

test('HTML in every text stays text', async () => {
  const html = '<script>alert(1)</script><img src=x onerror=alert(2)>'
  const long = html.padEnd(60, '.')
  const who = await diamondTrader(kernel)
  const { showcase_id: id } = await made(who, {
    profile: { display_name: 'Anna <b>Trading</b>', subtitle: html, description: long, bio_extended: html },
    content: { services: ['<i>Corsi</i>'], pdf_title: html },
    cta_buttons: [{ text: '<b>Copia</b>', url: 'https://a.it/?q=<script>' }],
    testimonials: [{ author_name: '<b>Bruno</b>', content: html }],
  })
  await approve(kernel, id)
  const showcase = await read(id)
  expect(showcase).toMatchObject({
    title: html,
    description: long,
    services: ['<i>Corsi</i>'],
    cta_buttons: [{ text: '<b>Copia</b>', url: 'https://a.it/?q=%3Cscript%3E' }],
    testimonials: [{ author_name: '<b>Bruno</b>', content: html }],
  })
})

/** All keys of an answer at any depth. A list counts by its first element. */
function keysOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return keysOf(value[0], `${path}[]`)
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, inner]) => keysOf(inner, path === '' ? name : `${path}.${name}`))
}
