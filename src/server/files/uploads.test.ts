import type { AddressInfo } from 'node:net'
import { Agent, request as httpRequest } from 'node:http'
import type { Writable } from 'node:stream'
import { fastify } from 'fastify'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { form } from '../testing/sent-files.ts'
import { receiveFile, takeUploads } from './uploads.ts'

const size = 2_000_000
const app = fastify()
let parsed = 0

app.addHook('onRequest', async ({ raw }) => {
  const pipe = raw.pipe.bind(raw)
  raw.pipe = <T extends NodeJS.WritableStream>(reader: T) => {
    const write = reader.write.bind(reader) as Writable['write']
    const counted = (chunk: Buffer) => {
      parsed += chunk.length
      return write(chunk)
    }
    return pipe(Object.assign(reader, { write: counted }))
  }
})
await app.register(async (uploads) => {
  await takeUploads(uploads)
  uploads.post('/', async (request) => ({ bytes: (await receiveFile(request, 'file', size)).bytes.length }))
})
await app.listen()
const { port } = app.server.address() as AddressInfo
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
afterAll(() => {
  agent.destroy()
  return app.close()
})
beforeEach(() => {
  parsed = 0
})

/** Sends a form on the one connection that all tests share. */
function send(payload: Buffer): Promise<string> {
  const headers = { 'content-type': 'multipart/form-data; boundary=----tt7Q', 'content-length': payload.length }
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ port, method: 'POST', agent, headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => (text += String(chunk))).on('end', () => resolve(text))
    })
    sent.on('error', reject).end(payload)
  })
}

const part = '------tt7Q\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'
const manyParts = Buffer.from(`${part.repeat(size / part.length)}------tt7Q--\r\n`)

test('a form is read whole for its file', async () => {
  expect(JSON.parse(await send(form(Buffer.alloc(size)).payload))).toEqual({ bytes: size })
  expect(parsed).toBeGreaterThan(size)
})

test('of a form with too many parts little is parsed, and the connection goes on', async () => {
  expect(JSON.parse(await send(manyParts))).toMatchObject({ statusCode: 400 })
  expect(parsed).toBeLessThan(size / 4)
  expect(JSON.parse(await send(form(Buffer.alloc(7)).payload))).toEqual({ bytes: 7 })
})

test('the rest behind the file is not parsed', async () => {
  const file = form(Buffer.alloc(7)).payload
  const payload = Buffer.concat([file.subarray(0, file.lastIndexOf('------tt7Q')), manyParts])
  expect(JSON.parse(await send(payload))).toEqual({ bytes: 7 })
  expect(parsed).toBeLessThan(size / 4)
  expect(JSON.parse(await send(file))).toEqual({ bytes: 7 })
})

test('data that are no form are refused with a sentence that names one', async () => {
  const answer = await app.inject({ method: 'POST', url: '/', payload: { file: 'x' } })
  expect(answer.json()).toMatchObject({ message: expect.stringContaining('invia il file in un modulo') })
})
