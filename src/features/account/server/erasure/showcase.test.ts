import { afterAll, expect, test } from 'vitest'
import { until } from '#server/testing/until.ts'
import { createStorage } from '#server/files/storage.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { imageAddress, partsOf } from '#features/showcases/rules/files.ts'
import { storeFile } from '#features/showcases/server/uploads/files.ts'
import { approve, callsOf, diamondTrader, goodBody, showcaseScene } from '#features/showcases/server/testing/scene.ts'
import { eraseTrader } from './erasure.ts'
import { lossOf } from './loss.ts'

const kernel = await testKernel({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
const scene = await showcaseScene(kernel)
afterAll(scene.close)
const { made, call, rowOf } = callsOf(scene, kernel)
const storage = createStorage(kernel.config)

async function storedFiles(): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of storage.list('showcases')) found.push(key)
  return found.toSorted()
}

test('an erased trader leaves no showcase, no file and no public page, on any instance', async () => {
  const [who, other] = [await diamondTrader(kernel), await diamondTrader(kernel)]
  const keys: string[] = []
  for (const { trader_id } of [who, other]) {
    const parts = (key: string) => new Map(partsOf({ kind: 'image', key }).map((part) => [part, Buffer.from('x')]))
    keys.push(await storeFile(kernel, storage, trader_id, { kind: 'image', name: 'a.png', parts }))
  }
  const [own = '', others = ''] = keys
  const { showcase_id: id } = await made(who, goodBody({ content: { promotional_images: [imageAddress(own)] } }))
  await approve(kernel, id)
  await until(() => scene.showcases.publicIdOf(who.trader_id) === id, 3_000)
  expect(await storedFiles()).toHaveLength(6)
  expect(await lossOf(kernel, who.trader_id)).toMatchObject({ has_showcase: true })
  const by = { trader_id: who.trader_id, address: '127.0.0.1', request_id: 'x' }
  const { deletion_summary, finished } = await eraseTrader(kernel, who.trader_id, by)
  expect(finished).toBe(true)
  expect(deletion_summary).toMatchObject({ showcase: 1, showcase_version: 1, showcase_event: 1, showcase_file: 1 })
  const [farewell] = await kernel.sql<
    { body: string }[]
  >`select body from outbox where cause = ${`erased:${who.trader_id}`}`
  expect(farewell?.body).toMatch(/foto, vetrina, conti collegati.*\/privacy\/index\.html#che-cosa-resta/s)
  expect(await rowOf(id)).toBeUndefined()
  expect(await storedFiles()).toEqual(partsOf({ kind: 'image', key: others }).toSorted())
  expect((await call('GET', `/api/showcases/${id}`, null)).statusCode).toBe(404)
  await kernel.changes.flush()
  await until(() => scene.showcases.publicIdOf(who.trader_id) === null, 3_000)
})
