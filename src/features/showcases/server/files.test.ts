import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { StorageFault, type Storage } from '#server/storage.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { s3Store } from '#server/testing/s3.ts'
import { DAY_MS } from '#shared/dates.ts'
import { fileOf, imageSources, partsOf } from '../rules/files.ts'
import { missingFiles, removeShowcaseFiles, sweepShowcaseFiles, takeFiles } from './files.ts'
import { uploadScene } from './testing/upload-scene.ts'

const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
  .png()
  .toBuffer()
const document = await PDFDocument.create()
document.addPage().drawText('Il metodo')
const paper = Buffer.from(await document.save())

const bucket = await s3Store()
const HOUR_MS = 3_600_000

describe.each([
  ['this disk', {}],
  ['a bucket', bucket.env],
])('files of a showcase on %s', async (_where, env) => {
  const kernel = await testKernel({ env: { RATE_LIMITS: 'off', ...env } })
  const { sql, clock } = kernel
  /** What the store does badly now. */
  const trouble = { write: async (_key: string) => false, remove: false }
  const scene = await uploadScene(kernel, (storage): Storage => ({
    ...storage,
    write: async (key, bytes) => {
      if (await trouble.write(key)) throw new StorageFault('no')
      await storage.write(key, bytes)
    },
    remove: async (key) => {
      if (trouble.remove) throw new StorageFault('no')
      await storage.remove(key)
    },
  }))
  const { app, storage, somebody, image, pdf } = scene
  beforeEach(() => {
    trouble.write = async () => false
    trouble.remove = false
  })

  const upload = async (who: Awaited<ReturnType<typeof somebody>>) => {
    const answer = await image(who, picture)
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
    return answer.json<{ file_url: string }>().file_url
  }
  /** A version that names these files, as saving one writes it. */
  const name = async (traderId: string, addresses: string[]) => {
    const id = kernel.secrets.newId()
    const now = new Date(clock.now()).toISOString()
    await sql.begin(async (tx) => {
      expect(await missingFiles(tx, traderId, addresses)).toEqual([])
      await tx`insert into showcase (showcase_id, trader_id, status, latest_version, created_at, updated_at)
               values (${id}, ${traderId}, 'draft', 1, ${now}, ${now})`
      await tx`insert into showcase_version (showcase_id, version, content, created_at)
               values (${id}, 1, ${tx.json({ content: { promotional_images: addresses } })}, ${now})`
    })
    return id
  }
  const kept = async () => {
    const keys: string[] = []
    for (const folder of ['showcases', 'documents']) for await (const { key } of storage.list(folder)) keys.push(key)
    return keys.toSorted()
  }
  const isServed = async (address: string) => (await app.inject(address)).statusCode === 200

  test('who has Diamond may send them, and admins; nobody else', async () => {
    const basic = await somebody({ diamond: false })
    const admin = await somebody({ diamond: false, is_admin: true })
    const before = await kept()
    for (const answer of [await image(basic, picture), await pdf(basic, paper)]) {
      expect([answer.statusCode, answer.json()]).toEqual([
        403,
        expect.objectContaining({ error_type: 'DIAMOND_REQUIRED' }),
      ])
    }
    const unknown = await image({ ...basic, headers: { authorization: 'Bearer x' } }, picture)
    expect([unknown.statusCode, await kept()]).toEqual([401, before])
    expect((await image(admin, picture)).statusCode).toBe(200)
  })

  test('go after a day where no version names them, and stay where one does', async () => {
    const who = await somebody()
    const [named, unnamed] = [await upload(who), await upload(who)]
    const document = (await pdf(who, paper)).json<{ file_url: string }>().file_url
    await name(who.trader_id, [named])
    clock.advance(23 * HOUR_MS)
    await sweepShowcaseFiles(kernel, storage)
    expect([await isServed(unnamed), await isServed(document)]).toEqual([true, true])
    clock.advance(2 * HOUR_MS)
    await sweepShowcaseFiles(kernel, storage)
    expect([await isServed(named), await isServed(unnamed), await isServed(document)]).toEqual([true, false, false])
    for (const part of partsOf(fileOf(unnamed)!)) expect(await storage.read(part)).toBeNull()
    expect(await sql`select from showcase_file where trader_id = ${who.trader_id}`).toHaveLength(1)
    await sql`delete from showcase where trader_id = ${who.trader_id}`
    await sweepShowcaseFiles(kernel, storage)
    expect(await isServed(named)).toBe(false)
  })

  test('are never swept while they are being saved', async () => {
    const who = await somebody()
    const address = await upload(who)
    clock.advance(30 * HOUR_MS)
    const id = kernel.secrets.newId()
    const now = new Date(clock.now()).toISOString()
    await sql.begin(async (tx) => {
      expect(await missingFiles(tx, who.trader_id, [address])).toEqual([])
      await tx`insert into showcase (showcase_id, trader_id, status, latest_version, created_at, updated_at)
               values (${id}, ${who.trader_id}, 'draft', 1, ${now}, ${now})`
      await sweepShowcaseFiles(kernel, storage)
      await tx`insert into showcase_version (showcase_id, version, content, created_at)
               values (${id}, 1, ${tx.json({ url: address })}, ${now})`
    })
    await sweepShowcaseFiles(kernel, storage)
    expect(await isServed(address)).toBe(true)
    // The other way round: what was swept cannot be saved any more.
    await sql`delete from showcase where showcase_id = ${id}`
    await sweepShowcaseFiles(kernel, storage)
    expect(await sql.begin((tx) => missingFiles(tx, who.trader_id, [address]))).toEqual([address])
  })

  test('are their owner’s, of their own kind', async () => {
    const [one, other] = [await somebody(), await somebody()]
    const [mine, theirs] = [await upload(one), await upload(other)]
    const asked = [
      mine,
      theirs,
      `https://male.example${mine}`,
      mine.replace('-1600', '-800'),
      `/uploads/documents/${fileOf(mine)?.key}.pdf`,
      'javascript:alert(1)',
    ]
    expect(await sql.begin((tx) => missingFiles(tx, one.trader_id, asked))).toEqual(asked.slice(1))
  })

  test('twenty at most; unnamed ones make way after an hour, oldest first', async () => {
    const who = await somebody()
    const first = await upload(who)
    clock.advance(1_000)
    for (let count = 1; count < 20; count += 1) await upload(who)
    const before = await kept()
    const refused = await image(who, picture)
    expect([refused.statusCode, refused.json()]).toEqual([409, expect.objectContaining({ error_type: 'UPLOAD_QUOTA' })])
    expect(await kept()).toEqual(before)
    clock.advance(HOUR_MS)
    expect((await image(who, picture)).statusCode).toBe(200)
    expect([await isServed(first), (await kept()).length]).toEqual([false, before.length])
    await sql`update showcase_file set bytes = ${50 * 1024 * 1024} where file_key = (
                select file_key from showcase_file where trader_id = ${who.trader_id} order by created_at desc limit 1)`
    expect((await pdf(who, paper)).statusCode).toBe(409)
  })

  test('at the same time: still twenty', async () => {
    const who = await somebody()
    const answers = await Promise.all(Array.from({ length: 22 }, () => image(who, picture)))
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([20, 409])
  })

  test('a store that fails in the middle keeps no part, and says so', async () => {
    const who = await somebody()
    const before = await kept()
    trouble.write = async (key) => key.endsWith('-1600.webp')
    const answer = await image(who, picture)
    expect([answer.statusCode, answer.json()]).toEqual([503, expect.objectContaining({ error_type: 'UNAVAILABLE' })])
    expect(await kept()).toEqual(before)
    expect(await sql`select from showcase_file where trader_id = ${who.trader_id}`).toHaveLength(0)
  })

  test('what could not be removed, and what no row tells of, goes with a later sweep', async () => {
    const who = await somebody()
    const address = await upload(who)
    const files = await sql.begin((tx) => takeFiles(tx, who.trader_id))
    trouble.remove = true
    await removeShowcaseFiles(kernel, storage, files)
    expect(await isServed(address)).toBe(true)
    trouble.remove = false
    // The store has its own clock.
    clock.set(Date.now() + 25 * HOUR_MS)
    await sweepShowcaseFiles(kernel, storage)
    for (const source of imageSources(address)!.srcSet.split(', ')) {
      expect(await isServed(source.split(' ')[0] ?? '')).toBe(false)
    }
  })

  test('somebody who is erased while the file comes leaves none', async () => {
    const who = await somebody()
    const before = await kept()
    trouble.write = async () => {
      await sql.begin((tx) => takeFiles(tx, who.trader_id))
      return false
    }
    const answer = await image(who, picture)
    expect(answer.statusCode).toBe(401)
    expect(await kept()).toEqual(before)
  })

  test('a document is saved under its public title', async () => {
    const who = await somebody()
    const { file_url: address } = (await pdf(who, paper)).json<{ file_url: string }>()
    const id = await name(who.trader_id, [address])
    const content = { content: { pdf_download_url: address, pdf_title: 'Piano "2025/26"\r\nx' } }
    await sql`update showcase_version set content = ${sql.json(content)} where showcase_id = ${id}`
    const plain = await app.inject(address)
    expect(plain.headers['content-disposition']).toContain('filename="Il metodo.pdf"')
    await sql`update showcase set published_version = 1 where showcase_id = ${id}`
    const titled = await app.inject(address)
    expect(titled.headers['content-disposition']).toBe(
      `attachment; filename="Piano 2025-26 x.pdf"; filename*=UTF-8''Piano%202025-26%20x.pdf`,
    )
    expect((await app.inject(`/uploads/documents/${'0'.repeat(32)}.pdf`)).statusCode).toBe(404)
    expect((await app.inject('/uploads/documents/..%2f..%2fsecret.key')).statusCode).toBe(404)
  })
})

test('sixty pictures and twenty documents an hour', async () => {
  const kernel = await testKernel()
  const { somebody, pdf } = await uploadScene(kernel)
  const who = await somebody()
  for (let count = 0; count < 20; count += 1) expect((await pdf(who, Buffer.from('x'))).statusCode).toBe(415)
  const refused = await pdf(who, paper)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600'])
  kernel.clock.advance(HOUR_MS)
  expect((await pdf(who, Buffer.from('x'))).statusCode).toBe(415)
  kernel.clock.advance(400 * DAY_MS)
  expect((await pdf(who, paper)).statusCode).not.toBe(200)
})
