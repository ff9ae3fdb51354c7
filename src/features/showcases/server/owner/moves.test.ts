import { afterAll, describe, expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import type { Person } from '#server/testing/people.ts'
import { showcaseStatuses, statusAfter, type ShowcaseStatus } from '../../rules/moves.ts'
import { approve, callsOf, changed, diamondTrader, goodBody, showcaseScene } from '../testing/scene.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql } = kernel
const scene = await showcaseScene(kernel)
afterAll(scene.close)
const { create, update, mine, made, rowOf, versionsOf } = callsOf(scene, kernel)

const eventsOf = (id: string) =>
  sql`select event, from_status, to_status, version, actor from showcase_event where showcase_id = ${id} order by event_id`

describe('moves', () => {
  /** Every status that an owner's showcase can be in, with and without a published version. */
  const starts = showcaseStatuses.flatMap((status) =>
    [false, true]
      .filter((shown) =>
        status.startsWith('published') ? shown : !(shown && ['draft', 'pending_review'].includes(status)),
      )
      .map((shown) => ({ status, shown })),
  )

  async function inStatus(status: ShowcaseStatus, shown: boolean): Promise<{ who: Person; id: string }> {
    const who = await diamondTrader(kernel)
    const { showcase_id: id } = await made(who, goodBody({ submit: status !== 'draft' }))
    await sql`update showcase set status = ${status}, published_version = ${shown ? 1 : null},
                     published_at = ${shown ? '2026-11-20T10:00:00Z' : null} where showcase_id = ${id}`
    return { who, id }
  }

  test.each(starts)('$status (published: $shown): a submission, and a private draft', async ({ status, shown }) => {
    const { who, id } = await inStatus(status, shown)
    const drafted = await update(who, id, { ...changed('Solo una bozza'), submit: false })
    expect(drafted.json()).toMatchObject({ status, version: 2, message: 'Bozza salvata.' })
    const next = statusAfter(status, 'submit', shown)
    const sent = await update(who, id, changed('Un titolo nuovo'))
    expect(sent.json()).toMatchObject({ status: next, version: 3 })
    expect(await rowOf(id)).toMatchObject({
      status: next,
      latest_version: 3,
      submitted_version: 3,
      published_version: shown ? 1 : null,
    })
    expect(await versionsOf(id)).toEqual(shown ? [1, 3] : [3])
    const events = await eventsOf(id)
    expect(events.at(-1)).toEqual({
      event: 'submit',
      from_status: status,
      to_status: next,
      version: 3,
      actor: who.trader_id,
    })
    expect(events).toHaveLength(2)
  })

  test('a saved draft is submitted as it is', async () => {
    const { who, id } = await inStatus('draft', false)
    expect((await update(who, id)).json()).toMatchObject({ status: 'pending_review', version: 1 })
    expect(await rowOf(id)).toMatchObject({ submitted_version: 1 })
    // A second submission changes nothing.
    expect((await update(who, id)).json()).toMatchObject({ status: 'pending_review', version: 1 })
    expect(await eventsOf(id)).toHaveLength(2)
  })

  test('a content that is public already is not reviewed again, and a draft beside it is dropped', async () => {
    const { who, id } = await inStatus('published', true)
    const same = await update(who, id)
    expect(same.json()).toMatchObject({
      status: 'published',
      version: 1,
      message: expect.stringMatching(/^Nessuna modifica/),
    })
    await update(who, id, { ...changed('Una bozza'), submit: false })
    expect((await mine(who)).showcase).toMatchObject({
      has_draft: true,
      title: 'Una bozza',
      pending_changes: { profile: { subtitle: 'Una bozza' } },
    })
    const back = await update(who, id, { ...goodBody(), version: 2 })
    expect(back.json()).toMatchObject({ status: 'published', version: 1 })
    expect((await mine(who)).showcase).toMatchObject({
      has_draft: false,
      title: goodBody().profile.subtitle,
      pending_changes: null,
    })
    expect(await versionsOf(id)).toEqual([1])
    // The number of the dropped draft is never used again.
    expect((await update(who, id, { ...goodBody(), version: 2 })).statusCode).toBe(409)
    const next = await update(who, id, { ...changed('Un’altra bozza'), submit: false, version: 1 })
    expect(next.json()).toMatchObject({ version: 3 })
    expect((await update(who, id, { ...changed('Di un’altra scheda'), version: 2 })).statusCode).toBe(409)
    expect(await versionsOf(id)).toEqual([1, 3])
  })

  test('parts that are not sent keep their value', async () => {
    const { who, id } = await inStatus('pending_review', false)
    await update(who, id, { profile: { subtitle: 'Solo il titolo' } })
    const { showcase } = await mine(who)
    expect(showcase).toMatchObject({
      title: 'Solo il titolo',
      description: goodBody().profile.description,
      services: goodBody().content.services,
      links: { telegram_url: 'https://t.me/anna_trading' },
      cta_buttons: [{ text: 'Copia i miei trade' }, { text: 'Senza indirizzo', url: null }],
    })
  })
})

describe('simultaneous saves', () => {
  test('two saves on the same version: one is refused', async () => {
    const who = await diamondTrader(kernel)
    const { showcase_id: id, version } = await made(who)
    const answers = await Promise.all(
      ['Uno di due', 'Due di due'].map((text) => update(who, id, { ...changed(text), version })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    const lost = answers.find(({ statusCode }) => statusCode === 409)
    expect(lost?.json()).toMatchObject({ error_type: 'SHOWCASE_CHANGED' })
    expect(await rowOf(id)).toMatchObject({ latest_version: 2 })
  })

  test('two first saves: one showcase', async () => {
    const who = await diamondTrader(kernel)
    const answers = await Promise.all([create(who), create(who), create(who)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    expect(await sql`select from showcase where trader_id = ${who.trader_id}`).toHaveLength(1)
  })

  test('an old version, and version 0, are refused', async () => {
    const who = await diamondTrader(kernel)
    const { showcase_id: id } = await made(who)
    await update(who, id, { ...changed('Un altro titolo'), version: 1 })
    for (const version of [0, 1, 3]) expect((await update(who, id, { ...goodBody(), version })).statusCode).toBe(409)
    expect((await update(who, id, { ...goodBody(), version: 2 })).statusCode).toBe(200)
  })

  test('an approval of the shown version, while the owner submits another', async () => {
    const who = await diamondTrader(kernel)
    const { showcase_id: id } = await made(who)
    await approve(kernel, id)
    await Promise.all([update(who, id, changed('Un titolo nuovo')), approve(kernel, id)])
    const row = await rowOf(id)
    expect(['published', 'published_with_pending']).toContain(row?.['status'])
    expect(await versionsOf(id)).toContain(row?.['published_version'])
    expect(await versionsOf(id)).toContain(row?.['latest_version'])
  })
})
