import { beforeEach, describe, expect, test } from 'vitest'
import { StorageError, type Storage } from '#server/files/storage.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { picture } from '#server/testing/sent-files.ts'
import { s3Store } from '#server/testing/s3.ts'
import { DAY_MS, HOUR_MS } from '#shared/dates.ts'
import { fileOf, partsOf } from '../../rules/files.ts'
import { missingFiles, removeShowcaseFiles, reconcileShowcaseFiles } from './files.ts'
import { deleteFilesOf } from './file-queries.ts'
import { onePage, uploadScene } from '../testing/upload-scene.ts'

const drawn = await picture(40, 30).png().toBuffer()
const paper = await onePage()

const bucket = await s3Store()

describe.each([
  ['this disk', {}],
  ['a bucket', bucket.env],
])('files of a showcase on %s', async (_where, env) => {
  const kernel = await testKernel({ env: { RATE_LIMITS: 'off', ...env } })
  const { sql, clock } = kernel
  /** The failures that the store plays now. */
  const failures = { write: async (_key: string) => false, remove: false }
  const scene = await uploadScene(kernel, (storage): Storage => ({
    ...storage,
    write: async (key, bytes) => {
      if (await failures.write(key)) throw new StorageError('no')
      await storage.write(key, bytes)
    },
    remove: async (key) => {
      if (failures.remove) throw new StorageError('no')
      await storage.remove(key)
    },
  }))
  const { app, storage, newAuthor, image, pdf } = scene
  beforeEach(() => {
    failures.write = async () => false
    failures.remove = false
  })

  const upload = async (who: Awaited<ReturnType<typeof newAuthor>>) => {
    const answer = await image(who, drawn)
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
  const stored = async () => {
    const keys: string[] = []
    for (const folder of ['showcases', 'documents']) for await (const { key } of storage.list(folder)) keys.push(key)
    return keys.toSorted()
  }
  const isServed = async (url: string) =>
    (await app.inject({ url, headers: { 'sec-fetch-site': 'same-origin' } })).statusCode === 200

  test('traders with Diamond and admins may send them, and no others', async () => {
    const basic = await newAuthor({ diamond: false })
    const admin = await newAuthor({ diamond: false, is_admin: true })
    const before = await stored()
    for (const answer of [await image(basic, drawn), await pdf(basic, paper)]) {
      expect([answer.statusCode, answer.json()]).toEqual([
        403,
        expect.objectContaining({ error_type: 'DIAMOND_REQUIRED' }),
      ])
    }
    const unknown = await image({ ...basic, headers: { authorization: 'Bearer x' } }, drawn)
    expect([unknown.statusCode, await stored()]).toEqual([401, before])
    expect((await image(admin, drawn)).statusCode).toBe(200)
  })

  test('go after a day where no version names them, and stay where one does', async () => {
    const who = await newAuthor()
    const [named, unnamed] = [await upload(who), await upload(who)]
    const document = (await pdf(who, paper)).json<{ file_url: string }>().file_url
    await name(who.trader_id, [named])
    clock.advance(23 * HOUR_MS)
    await reconcileShowcaseFiles(kernel, storage)
    expect([await isServed(unnamed), await isServed(document)]).toEqual([true, true])
    clock.advance(2 * HOUR_MS)
    await reconcileShowcaseFiles(kernel, storage)
    expect([await isServed(named), await isServed(unnamed), await isServed(document)]).toEqual([true, false, false])
    for (const part of partsOf(fileOf(unnamed)!)) expect(await storage.read(part)).toBeNull()
    expect(await sql`select from showcase_file where trader_id = ${who.trader_id}`).toHaveLength(1)
    await sql`delete from showcase where trader_id = ${who.trader_id}`
    await reconcileShowcaseFiles(kernel, storage)
    expect(await isServed(named)).toBe(false)
  })

  test('are never removed while they are being saved', async () => {
    const who = await newAuthor()
    const address = await upload(who)
    clock.advance(30 * HOUR_MS)
    const id = kernel.secrets.newId()
    const now = new Date(clock.now()).toISOString()
    await sql.begin(async (tx) => {
      expect(await missingFiles(tx, who.trader_id, [address])).toEqual([])
      await tx`insert into showcase (showcase_id, trader_id, status, latest_version, created_at, updated_at)
               values (${id}, ${who.trader_id}, 'draft', 1, ${now}, ${now})`
      await reconcileShowcaseFiles(kernel, storage)
      await tx`insert into showcase_version (showcase_id, version, content, created_at)
               values (${id}, 1, ${tx.json({ url: address })}, ${now})`
    })
    await reconcileShowcaseFiles(kernel, storage)
    expect(await isServed(address)).toBe(true)
    // The other order: a removed file cannot be saved any more.
    await sql`delete from showcase where showcase_id = ${id}`
    await reconcileShowcaseFiles(kernel, storage)
    expect(await sql.begin((tx) => missingFiles(tx, who.trader_id, [address]))).toEqual([address])
  })

  test('belong to their owner and have their own kind', async () => {
    const [one, other] = [await newAuthor(), await newAuthor()]
    const [mine, theirs] = [await upload(one), await upload(other)]
    const addresses = [
      mine,
      theirs,
      `https://male.example${mine}`,
      mine.replace('-1600', '-800'),
      `/uploads/documents/${fileOf(mine)?.key}.pdf`,
      'javascript:alert(1)',
    ]
    expect(await sql.begin((tx) => missingFiles(tx, one.trader_id, addresses))).toEqual(addresses.slice(1))
  })

  const send = async (who: Awaited<ReturnType<typeof newAuthor>>, count: number) => {
    const addresses: string[] = []
    for (; addresses.length < count; clock.advance(1_000)) addresses.push(await upload(who))
    return addresses
  }
  const sendPaper = async (who: Awaited<ReturnType<typeof newAuthor>>) => {
    const answer = await pdf(who, paper)
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
    return answer.json<{ file_url: string }>().file_url
  }
  const areServed = async (addresses: string[]) => {
    const found: boolean[] = []
    for (const address of addresses) found.push(await isServed(address))
    return found.every(Boolean)
  }

  test('all may be replaced while three versions stand, and one picture cut anew twenty times', async () => {
    const who = await newAuthor()
    const versions: string[][] = []
    for (let version = 1; version <= 3; version += 1) versions.push([...(await send(who, 10)), await sendPaper(who)])
    const id = await name(who.trader_id, versions[0] ?? [])
    for (const version of [2, 3]) {
      await sql`insert into showcase_version (showcase_id, version, content, created_at)
                values (${id}, ${version}, ${sql.json({ content: versions[version - 1] ?? [] })}, now())`
    }
    const open = [await sendPaper(who), ...(await send(who, 9))]
    const cuts = await send(who, 20)
    expect(await areServed([...versions.flat(), ...open, ...cuts.slice(-1)])).toBe(true)
  }, 90_000)

  /** Inserts rows of unnamed pictures, as if they had been sent now, without their parts. */
  const fill = (traderId: string, files: number, bytes = 1_000) => sql`
    insert into showcase_file (file_key, trader_id, kind, name, bytes, created_at)
    select md5(${traderId} || number), ${traderId}, 'image', 'foto', ${bytes}, ${new Date(clock.now()).toISOString()}
      from generate_series(1, ${files}::int) as number`
  const held = async (traderId: string) => (await sql`select from showcase_file where trader_id = ${traderId}`).length

  test('eighty at most; the oldest unnamed ones are replaced at once, but for those that an open editor can show', async () => {
    const who = await newAuthor()
    const first = [await sendPaper(who), ...(await send(who, 1))]
    await fill(who.trader_id, 78)
    clock.advance(1_000)
    await send(who, 1)
    expect([await isServed(first[0] ?? ''), await isServed(first[1] ?? ''), await held(who.trader_id)]).toEqual([
      true,
      false,
      80,
    ])
  })

  test('a hundred megabytes at most: a sentence explains where files of versions and of an open editor fill them', async () => {
    const who = await newAuthor()
    await fill(who.trader_id, 8, 12 * 1024 * 1024)
    const large = await send(who, 1)
    await sql`update showcase_file set bytes = 4 * 1024 * 1024 where file_key = ${fileOf(large[0] ?? '')?.key ?? ''}`
    const before = await stored()
    const refused = await pdf(who, paper)
    expect([refused.statusCode, refused.json()]).toEqual([409, expect.objectContaining({ error_type: 'UPLOAD_QUOTA' })])
    expect([await stored(), await held(who.trader_id)]).toEqual([before, 9])
    clock.advance(HOUR_MS)
    expect((await pdf(who, paper)).statusCode).toBe(200)
    expect(await held(who.trader_id)).toBe(9)
  })

  test('simultaneous uploads stay at eighty too', async () => {
    const who = await newAuthor()
    await fill(who.trader_id, 77)
    clock.advance(1_000)
    const answers = await Promise.all(Array.from({ length: 6 }, () => image(who, drawn)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 6 }, () => 200))
    expect(await held(who.trader_id)).toBe(80)
  })

  test('a store that fails in the middle leaves no part, and the answer explains it', async () => {
    const who = await newAuthor()
    const before = await stored()
    failures.write = async (key) => key.endsWith('-1600.webp')
    const answer = await image(who, drawn)
    expect([answer.statusCode, answer.json()]).toEqual([503, expect.objectContaining({ error_type: 'UNAVAILABLE' })])
    expect(await stored()).toEqual(before)
    expect(await sql`select from showcase_file where trader_id = ${who.trader_id}`).toHaveLength(0)
  })

  test('files that could not be removed, and parts without a row, are removed later', async () => {
    const who = await newAuthor()
    const address = await upload(who)
    const files = await sql.begin((tx) => deleteFilesOf(tx, who.trader_id))
    failures.remove = true
    await removeShowcaseFiles(kernel, storage, files)
    const parts = partsOf(fileOf(address)!)
    expect(await stored()).toEqual(expect.arrayContaining(parts))
    failures.remove = false
    // The store has its own clock.
    clock.set(Date.now() + 25 * HOUR_MS)
    await reconcileShowcaseFiles(kernel, storage)
    expect((await stored()).filter((key) => parts.includes(key))).toEqual([])
  })

  test('a trader who is erased during the upload leaves no file', async () => {
    const who = await newAuthor()
    const before = await stored()
    failures.write = async () => {
      await sql.begin((tx) => deleteFilesOf(tx, who.trader_id))
      return false
    }
    const answer = await image(who, drawn)
    expect(answer.statusCode).toBe(401)
    expect(await stored()).toEqual(before)
  })
})

test('sixty pictures and twenty documents an hour', async () => {
  const kernel = await testKernel()
  const { newAuthor, pdf } = await uploadScene(kernel)
  const who = await newAuthor()
  for (let count = 0; count < 20; count += 1) expect((await pdf(who, Buffer.from('x'))).statusCode).toBe(415)
  const refused = await pdf(who, paper)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600'])
  kernel.clock.advance(HOUR_MS)
  expect((await pdf(who, Buffer.from('x'))).statusCode).toBe(415)
  kernel.clock.advance(400 * DAY_MS)
  expect((await pdf(who, paper)).statusCode).not.toBe(200)
})
