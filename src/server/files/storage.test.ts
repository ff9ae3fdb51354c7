import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { HOUR_MS } from '#shared/dates.ts'
import { readConfig } from '../settings/config.ts'
import { createStorage, StorageError, pruneFiles, type Storage } from './storage.ts'
import { s3Store } from '../testing/s3.ts'
import type { Disruption } from '../testing/s3-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'toptrader-storage-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { env, line } = await s3Store()
beforeEach(() => {
  line.disruption = 'none'
})

const name = (digit: string) => `prova/${digit.repeat(32)}-400.webp`
const keysOf = async (storage: Storage, where: string) => {
  const keys: string[] = []
  for await (const { key } of storage.list(where)) keys.push(key)
  return keys.toSorted()
}

describe.each([
  ['this disk', readConfig({ DATA_DIR: folder })],
  ['a bucket', readConfig({ DATA_DIR: folder, ...env })],
])('files on %s', (_where, config) => {
  const storage = createStorage(config)

  test('are read as they were written, and gone once they are removed', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
    await storage.write(name('a'), bytes)
    const file = await storage.read(name('a'))
    expect(file?.size).toBe(bytes.length)
    expect((await buffer(file!.stream)).equals(bytes)).toBe(true)
    await storage.remove(name('a'))
    expect(await storage.read(name('a'))).toBeNull()
    await storage.remove(name('a'))
  })

  test('are listed by their folder alone, with the time of their writing', async () => {
    const began = Date.now()
    expect(await keysOf(storage, 'vuoto')).toEqual([])
    for (const key of [name('b'), name('c'), 'prova-altra/d.webp']) await storage.write(key, Buffer.from('x'))
    expect(await keysOf(storage, 'prova')).toEqual([name('b'), name('c')])
    for await (const { writtenAt } of storage.list('prova')) {
      expect(Math.abs(writtenAt - began)).toBeLessThan(10_000)
    }
  })

  test('are removed a day after they came where no row names them', async () => {
    for (const key of [name('b'), name('c')]) await storage.write(key, Buffer.from('x'))
    const isNamed = (key: string) => key === name('b')
    expect(await pruneFiles(storage, 'prova', isNamed, Date.now() + 23 * HOUR_MS)).toBe(0)
    expect(await pruneFiles(storage, 'prova', isNamed, Date.now() + 25 * HOUR_MS)).toBe(1)
    expect(await keysOf(storage, 'prova')).toEqual([name('b')])
  })

  test('are written over each other by name only', async () => {
    await storage.write(name('e'), Buffer.from('uno'))
    await storage.write(name('e'), Buffer.from('due e mezzo'))
    expect((await buffer((await storage.read(name('e')))!.stream)).toString()).toBe('due e mezzo')
  })
})

describe('a bucket whose line is bad', () => {
  const storage = createStorage(readConfig({ DATA_DIR: folder, ...env, S3_REGION: 'eu-south-1' }))

  test.each<Disruption>(['busy', 'cut', 'lost'])(
    '%s: an error, and nothing of the file stays for good',
    async (disruption) => {
      line.disruption = disruption
      await expect(storage.write(name('f'), Buffer.alloc(200_000, 1))).rejects.toBeInstanceOf(StorageError)
      await expect(storage.read(name('f'))).rejects.toBeInstanceOf(StorageError)
      await expect(keysOf(storage, 'prova')).rejects.toBeInstanceOf(StorageError)
      line.disruption = 'none'
      // The file arrived and its answer did not: no row names it.
      await pruneFiles(storage, 'prova', () => false, Date.now() + 25 * HOUR_MS)
      expect(await keysOf(storage, 'prova')).toEqual([])
      await storage.write(name('f'), Buffer.from('intero'))
      const file = (await storage.read(name('f')))!
      expect(file.size).toBe(6)
      file.stream.destroy()
      await storage.remove(name('f'))
    },
  )

  test('a request to a store that never answers ends after a while', async () => {
    line.disruption = 'silent'
    const impatient = createStorage(readConfig({ DATA_DIR: folder, ...env }), 200)
    await expect(impatient.read(name('f'))).rejects.toBeInstanceOf(StorageError)
  })

  test('a redirect is an error, and no other store gets a request', async () => {
    const listening = async (answer: RequestListener) => {
      const server = createServer(answer).listen(0, '127.0.0.1')
      onTestFinished(() => void server.close())
      await once(server, 'listening')
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    }
    const requested: string[] = []
    const elsewhere = await listening(({ url = '' }, answer) => {
      requested.push(url)
      answer.end('altro')
    })
    const moved = await listening(({ url = '' }, answer) => {
      answer.writeHead(307, { location: elsewhere + url }).end()
    })
    const other = createStorage(readConfig({ DATA_DIR: folder, ...env, S3_ENDPOINT: moved }))
    await expect(other.read(name('f'))).rejects.toBeInstanceOf(StorageError)
    await expect(other.write(name('f'), Buffer.from('x'))).rejects.toBeInstanceOf(StorageError)
    expect(requested).toEqual([])
  })

  test.each([{ S3_ACCESS_KEY_ID: 'altro' }, { S3_BUCKET: 'nessuno' }])('%o is an error', async (wrong) => {
    const other = createStorage(readConfig({ DATA_DIR: folder, ...env, ...wrong }))
    await expect(other.write(name('f'), Buffer.from('x'))).rejects.toBeInstanceOf(StorageError)
  })
})
