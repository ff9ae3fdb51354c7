import { afterAll, describe, expect, test } from 'vitest'
import { connectDatabase } from '#server/database/database.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import type { Person } from '#server/testing/people.ts'
import { picture } from '#server/testing/sent-files.ts'
import { openGate } from '#server/testing/tcp.ts'
import { DAY_MS } from '#shared/dates.ts'
import { fileOf, imageSources } from '../../rules/files.ts'
import { approve, callsOf, diamondTrader, goodBody, showcaseScene } from '../testing/scene.ts'
import { onePage, uploadScene } from '../testing/upload-scene.ts'
import { registerUploadRoutes } from './routes.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock } = kernel
const scene = await showcaseScene(kernel)
afterAll(scene.close)
const { made, update, call } = callsOf(scene, kernel)
const { app, image, pdf, storage } = await uploadScene(kernel)

const drawn = await picture(40, 30).png().toBuffer()
const paper = await onePage()

interface Uploads {
  portrait: string
  document: string
}

async function sent(who: Person): Promise<Uploads> {
  const address = async (answer: ReturnType<typeof image>) => (await answer).json<{ file_url: string }>().file_url
  return { portrait: await address(image(who, drawn)), document: await address(pdf(who, paper)) }
}

const bodyOf = ({ portrait, document }: Uploads, changes: Record<string, unknown> = {}) => {
  const { profile, content, ...rest } = goodBody()
  return {
    ...rest,
    profile: { ...profile, profile_image_url: portrait },
    content: { ...content, pdf_download_url: document, pdf_title: 'Piano "2025/26"' },
    ...changes,
  }
}

/** Addresses of all files, as pages request them. */
const all = ({ portrait, document }: Uploads) => [
  ...imageSources(portrait)!
    .srcSet.split(', ')
    .map((part) => part.split(' ')[0] ?? ''),
  document,
]

const origins = ['same-origin', 'same-site', 'cross-site', 'none', undefined] as const
type Answers = Record<(typeof origins)[number] & string, string>

/** Statuses and cache headers by requester; the same for all files. */
async function answers(uploads: Uploads): Promise<Answers> {
  const found: [string, string][] = []
  for (const from of origins) {
    const outcomes = new Set<string>()
    for (const url of all(uploads)) {
      const { statusCode, headers } = await app.inject({ url, ...(from && { headers: { 'sec-fetch-site': from } }) })
      outcomes.add(statusCode === 200 ? `200 ${headers['cache-control']}` : String(statusCode))
    }
    found.push([from ?? 'unsaid', [...outcomes].join(', ')])
  }
  return Object.fromEntries(found) as Answers
}
const each = (own: string, others: string) => ({
  'same-origin': own,
  'same-site': others,
  'cross-site': others,
  none: others,
  unsaid: others,
})
const ours = each('200 no-store', '404')
const everybodys = each('200 private, max-age=86400, immutable', '200 private, max-age=86400, immutable')
const nobodys = each('404', '404')

async function published() {
  const who = await diamondTrader(kernel)
  const uploads = await sent(who)
  const { showcase_id: id } = await made(who, bodyOf(uploads))
  await approve(kernel, id)
  return { who, uploads, id }
}

describe('unapproved files are for our own pages alone', () => {
  test('after the upload, in a draft and in review; an approved file is public', async () => {
    const who = await diamondTrader(kernel)
    const uploads = await sent(who)
    expect(await answers(uploads)).toEqual(ours)
    const { showcase_id: id } = await made(who, bodyOf(uploads, { submit: false }))
    expect(await answers(uploads)).toEqual(ours)
    expect((await update(who, id, bodyOf(uploads))).statusCode).toBe(200)
    expect(await answers(uploads)).toEqual(ours)
    await approve(kernel, id)
    expect(await answers(uploads)).toEqual(everybodys)
  })

  test('rejected', async () => {
    const who = await diamondTrader(kernel)
    const uploads = await sent(who)
    const { showcase_id: id } = await made(who, bodyOf(uploads))
    await sql`update showcase set status = 'rejected' where showcase_id = ${id}`
    expect(await answers(uploads)).toEqual(ours)
  })

  test('a change in review: the old ones are public until the new ones are approved', async () => {
    const { who, uploads, id } = await published()
    const other = await sent(who)
    expect((await update(who, id, bodyOf(other))).statusCode).toBe(200)
    expect([await answers(uploads), await answers(other)]).toEqual([everybodys, ours])
    await approve(kernel, id)
    expect([await answers(uploads), await answers(other)]).toEqual([ours, everybodys])
  })

  test('named in an approved text, and not shown by it', async () => {
    const who = await diamondTrader(kernel)
    const uploads = await sent(who)
    const { profile } = goodBody()
    const key = fileOf(uploads.document)?.key
    const { showcase_id: id } = await made(who, {
      ...goodBody(),
      profile: { ...profile, description: `Opero sui cambi principali: ${uploads.portrait}` },
      links: { website_url: `https://anna-trading.it${uploads.document}?${key}` },
    })
    await approve(kernel, id)
    expect(await answers(uploads)).toEqual(ours)
  })

  test('approved for another trader', async () => {
    const who = await diamondTrader(kernel)
    const uploads = await sent(who)
    const { id } = await published()
    await sql`update showcase_version set content = jsonb_set(content, '{content,pdf_download_url}', ${sql.json(uploads.document)})
               where showcase_id = ${id}`
    expect(await answers(uploads)).toEqual(ours)
  })
})

describe('files that were public', () => {
  test('Diamond ended; renewed it is back', async () => {
    const { who, uploads } = await published()
    const plan = (until: number) =>
      sql`update subscription set until = ${new Date(until).toISOString()} where trader_id = ${who.trader_id}`
    await plan(clock.now() - 1)
    expect(await answers(uploads)).toEqual(ours)
    await plan(clock.now() + DAY_MS)
    expect(await answers(uploads)).toEqual(everybodys)
  })

  test.each(['deactivated_at', 'erasing_at'])('its owner has no access: %s', async (column) => {
    const { who, uploads } = await published()
    await sql`update trader set ${sql(column)} = now() where trader_id = ${who.trader_id}`
    expect(await answers(uploads)).toEqual(ours)
  })

  test('deleted', async () => {
    const { who, uploads, id } = await published()
    expect((await call('DELETE', `/api/showcases/${id}`, who)).statusCode).toBe(200)
    expect(await answers(uploads)).toEqual(nobodys)
  })

  test('a part without a row', async () => {
    const { uploads } = await published()
    await sql`delete from showcase_file where file_key in ${sql([uploads.portrait, uploads.document].map((url) => fileOf(url)?.key ?? ''))}`
    expect(await answers(uploads)).toEqual(nobodys)
  })
})

test('a document has its approved title where it is public, its own name before', async () => {
  const who = await diamondTrader(kernel)
  const uploads = await sent(who)
  const nameOf = async () =>
    (await app.inject({ url: uploads.document, headers: { 'sec-fetch-site': 'same-origin' } })).headers[
      'content-disposition'
    ]
  const { showcase_id: id } = await made(who, bodyOf(uploads))
  expect(await nameOf()).toContain('filename="Il metodo.pdf"')
  await approve(kernel, id)
  expect(await nameOf()).toBe(`attachment; filename="Piano 2025-26.pdf"; filename*=UTF-8''Piano%202025-26.pdf`)
})

test('other spellings lead to no file', async () => {
  const { uploads } = await published()
  const [small = ''] = all(uploads)
  for (const url of [
    small.replace('-400', '-401'),
    small.replace('-400', '-0400'),
    small.replace('.webp', '.WEBP'),
    small.replace('showcases', 'Showcases'),
    small.replace('showcases', 'avatars'),
    small.replace('/showcases/', '//showcases/'),
    small.replace('/showcases/', '/avatars/..%2fshowcases%2f'),
    uploads.document.replace('documents', 'showcases'),
    uploads.document.replace(/\w{32}/, '0'.repeat(32)),
    '/uploads/documents/..%2f..%2fsecret.key',
  ]) {
    expect([url, (await app.inject({ url, headers: { 'sec-fetch-site': 'same-origin' } })).statusCode]).toEqual([
      url,
      404,
    ])
  }
})

test('while the database is away cached pages still get their files', async () => {
  const { uploads } = await published()
  const gate = await openGate(kernel.address)
  const database = connectDatabase({ url: gate.url })
  const lonely = await testApp({ ...kernel, sql: database.sql }, (server, of) =>
    registerUploadRoutes(server, of, storage),
  )
  gate.cut()
  for (const url of all(uploads)) {
    const { statusCode, headers } = await lonely.inject(url)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
  }
  await database.close()
})
