import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { createStorage } from '#server/storage.ts'
import type { Avatar } from '#shared/avatar.ts'
import { sweepAvatars } from './avatars.ts'
import { registerAccountRoutes } from './routes.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock, config } = kernel
const storage = createStorage(config)
/** Which files meet a full disk: the system's own device that is always full lies in their place. */
let isFull = (_key: string) => false
const app = await testApp(kernel, (server) =>
  registerAccountRoutes(server, kernel, {
    ...storage,
    async write(key, bytes) {
      const file = join(config.DATA_DIR, 'uploads', key)
      mkdirSync(join(file, '..'), { recursive: true })
      if (isFull(key)) symlinkSync('/dev/full', file)
      return storage.write(key, bytes)
    },
  }),
)

let people = 0
const somebody = () => person(kernel, `faccia${(people += 1)}`)

/** A form as a browser writes it. */
function form(bytes: Buffer, { field = 'file', name = 'foto.jpg', type = 'image/jpeg' } = {}) {
  const boundary = '----tt7Q'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

async function send(headers: Record<string, string>, bytes: Buffer, options: Parameters<typeof form>[1] = {}) {
  const { headers: type, payload } = form(bytes, options)
  return app.inject({ method: 'POST', url: '/api/account/avatar', headers: { ...headers, ...type }, payload })
}

const files = () => {
  try {
    return readdirSync(join(config.DATA_DIR, 'uploads'), { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => name)
  } catch {
    return []
  }
}
const picture = (width = 500, height = 400) => sharp({ create: { width, height, channels: 3, background: '#a33' } })

const jpeg = await picture().jpeg().toBuffer()
const webp = await picture().webp().toBuffer()
const png = await picture().png().toBuffer()

describe('a picture', () => {
  test.each([
    ['JPEG', jpeg],
    ['PNG', png],
    ['WebP', webp],
  ])('%s becomes three squares in WebP, whatever the client calls it', async (_name, bytes) => {
    const { headers } = await somebody()
    const answer = await send(headers, bytes, { name: '../../etc/passwd.svg', type: 'image/svg+xml' })
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
    const { avatar } = answer.json<{ avatar: NonNullable<Avatar> }>()
    for (const [url, width] of [
      [avatar.small, 96],
      [avatar.medium, 208],
      [avatar.large, 416],
    ] as const) {
      const file = await app.inject(url)
      expect(file.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect(await sharp(file.rawPayload).metadata()).toMatchObject({ format: 'webp', width, height: width })
      expect(Number(file.headers['content-length'])).toBe(file.rawPayload.length)
      const again = await app.inject({ url, headers: { 'if-none-match': String(file.headers.etag) } })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
    const profile = await app.inject({ url: '/api/account/profile', headers })
    expect(profile.json()).toMatchObject({ avatar })
  })

  test('loses what a camera wrote into it, and stands as it was held', async () => {
    const { headers } = await somebody()
    const halves = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#000' } })
      .composite([{ input: await picture(200, 200).png().toBuffer(), left: 0, top: 0 }])
      .withExif({ IFD0: { Copyright: 'Segreto' }, IFD3: { GPSLatitude: '45/1 27/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(halves.includes('Exif')).toBe(true)
    const { avatar } = (await send(headers, halves)).json<{ avatar: NonNullable<Avatar> }>()
    const { rawPayload } = await app.inject(avatar.large)
    const metadata = await sharp(rawPayload).metadata()
    expect([metadata.exif, metadata.xmp, metadata.icc, metadata.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    // Turned by a quarter: what was left is above.
    const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
    const red = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0
    expect([red(208, 20) > 120, red(208, 396) < 40]).toEqual([true, true])
  })

  test('of an animation is the first one', async () => {
    const { headers } = await somebody()
    const frames = await Promise.all(
      ['#f00', '#00f'].map((background) =>
        sharp({ create: { width: 64, height: 64, channels: 4, background } })
          .png()
          .toBuffer(),
      ),
    )
    const animated = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [50, 50] })
      .toBuffer()
    expect((await sharp(animated, { animated: true }).metadata()).pages).toBe(2)
    const { avatar } = (await send(headers, animated)).json<{ avatar: NonNullable<Avatar> }>()
    const { rawPayload } = await app.inject(avatar.small)
    expect((await sharp(rawPayload).metadata()).pages ?? 1).toBe(1)
    const { dominant } = await sharp(rawPayload).stats()
    expect(dominant.r > 200 && dominant.b < 60).toBe(true)
  })

  test('takes the place of the last one, whose files go; a removed one leaves none', async () => {
    const { headers } = await somebody()
    const before = files().length
    const first = (await send(headers, jpeg)).json<{ avatar: NonNullable<Avatar> }>().avatar
    const second = (await send(headers, png)).json<{ avatar: NonNullable<Avatar> }>().avatar
    expect(second.small).not.toBe(first.small)
    expect(files().length).toBe(before + 3)
    expect((await app.inject(first.small)).statusCode).toBe(404)
    const removed = await app.inject({ method: 'DELETE', url: '/api/account/avatar', headers })
    expect(removed.json()).toEqual({ avatar: null })
    expect(files().length).toBe(before)
  })
})

describe('what is refused', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const corpus: [string, Buffer, number][] = [
    ['an SVG called PNG', Buffer.from(svg), 415],
    ['an SVG behind a byte order mark', Buffer.from(`\uFEFF${svg}`), 415],
    ['a GIF', gif, 415],
    ['a GIF that is a script too', Buffer.from('GIF89a/*\0\0*/=1;alert(1)//'), 415],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
    [
      'a page with the head of a JPEG',
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Buffer.from('<script>alert(1)</script>')]),
      422,
    ],
    [
      'a page with the head of a PNG',
      Buffer.concat([png.subarray(0, 8), Buffer.from('<script>alert(1)</script>')]),
      422,
    ],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj'), 415],
    ['an archive', Buffer.from('PK\u0003\u0004........'), 415],
    ['a program', Buffer.from('#!/bin/sh\nrm -rf /'), 415],
    ['half a JPEG', jpeg.subarray(0, Math.floor(jpeg.length / 2)), 422],
    ['half a PNG', png.subarray(0, Math.floor(png.length / 2)), 422],
    ['half a WebP', webp.subarray(0, Math.floor(webp.length / 2)), 422],
    ['a RIFF that is no WebP', Buffer.from('RIFF\u0024\0\0\0WAVEfmt '), 415],
    ['a WebP without a picture', Buffer.from('RIFF\u0004\0\0\0WEBP'), 422],
    ['three bytes of a JPEG', Buffer.from([0xff, 0xd8, 0xff]), 422],
    ['a TIFF', Buffer.from('II*\0\u0008\0\0\0'), 415],
    ['an AVIF', Buffer.from('\0\0\0 ftypavif'), 415],
  ]
  test.each(corpus)('%s', async (_name, bytes, status) => {
    const { headers } = await somebody()
    const before = files()
    const answer = await send(headers, bytes, { name: 'foto.png', type: 'image/png' })
    expect(answer.statusCode).toBe(status)
    if (status === 415) expect(answer.json()).toMatchObject({ detail: 'Formato non supportato. Usa JPEG, PNG o WebP' })
    expect(files()).toEqual(before)
  })

  test('what hangs behind a good picture is not kept', async () => {
    const { headers } = await somebody()
    const payload = Buffer.from('<?php system($_GET["c"]); ?><script>alert(1)</script>')
    const answer = await send(headers, Buffer.concat([png, payload]))
    if (answer.statusCode === 200) {
      const { avatar } = answer.json<{ avatar: NonNullable<Avatar> }>()
      for (const url of Object.values(avatar)) {
        const { rawPayload } = await app.inject(url)
        expect(rawPayload.includes('<?php') || rawPayload.includes('<script')).toBe(false)
      }
    } else expect(answer.statusCode).toBe(422)
  })

  test('a flood of pixels in few bytes, at once', async () => {
    const { headers } = await somebody()
    const flood = await sharp({ create: { width: 7_900, height: 7_900, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(flood.length).toBeLessThan(2_097_152)
    const began = performance.now()
    const answer = await send(headers, flood)
    expect([answer.statusCode, performance.now() - began < 1_000]).toEqual([422, true])
    const strip = await sharp({ create: { width: 8_001, height: 10, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    const wide = await send(headers, strip)
    expect(wide.json()).toMatchObject({ error_type: 'IMAGE_TOO_WIDE', detail: expect.stringContaining('8.000') })
  })

  test('a PNG that says it is huge', async () => {
    const { headers } = await somebody()
    const lying = Buffer.from(png)
    lying.writeUInt32BE(60_000, 16)
    lying.writeUInt32BE(60_000, 20)
    expect((await send(headers, lying)).statusCode).toBe(422)
  })

  test('one byte more than 2 MB; 2 MB exactly is read', async () => {
    const { headers } = await somebody()
    const exact = Buffer.concat([jpeg, Buffer.alloc(2_097_152 - jpeg.length)])
    expect((await send(headers, exact)).statusCode).toBe(200)
    const answer = await send(headers, Buffer.concat([exact, Buffer.from([0])]))
    expect([answer.statusCode, answer.json()]).toEqual([
      413,
      expect.objectContaining({ detail: 'File troppo grande. Massimo 2MB' }),
    ])
    const announced = await app.inject({
      method: 'POST',
      url: '/api/account/avatar',
      headers: { ...headers, ...form(jpeg).headers, 'content-length': '90000000' },
      payload: form(jpeg).payload,
    })
    expect(announced.statusCode).toBe(413)
  })

  test.each([
    ['another field', () => form(jpeg, { field: 'avatar' }), 422],
    ['an empty file', () => form(Buffer.alloc(0)), 422],
    ['a form that ends in the middle', () => ({ ...form(jpeg), payload: form(jpeg).payload.subarray(0, 600) }), 400],
    ['a form without a boundary', () => ({ headers: { 'content-type': 'multipart/form-data' }, payload: jpeg }), 400],
    ['JSON', () => ({ headers: { 'content-type': 'application/json' }, payload: Buffer.from('{}') }), 415],
    ['a name of a prototype', () => form(jpeg, { field: '__proto__' }), 400],
  ])('%s', async (_name, make, status) => {
    const { headers } = await somebody()
    const { headers: type, payload } = make()
    const answer = await app.inject({
      method: 'POST',
      url: '/api/account/avatar',
      headers: { ...headers, ...type },
      payload,
    })
    expect(answer.statusCode).toBe(status)
  })

  test('a form to any other call', async () => {
    const { headers } = await somebody()
    const { headers: type, payload } = form(jpeg)
    const answer = await app.inject({
      method: 'PUT',
      url: '/api/account/profile',
      headers: { ...headers, ...type },
      payload,
    })
    expect(answer.statusCode).toBe(415)
  })

  test.each([
    '/uploads/',
    '/uploads/avatars',
    '/uploads/../secret.key',
    '/uploads/%2e%2e/secret.key',
    '/uploads/avatars/..%2f..%2fsecret.key',
    '/uploads/avatars/%00.webp',
    `/uploads/avatars/${'0'.repeat(32)}-96.webp`,
    `/uploads/avatars/${'0'.repeat(32)}-96.html`,
  ])('%s is nothing', async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404)
  })
})

describe('the store', () => {
  test('a full disk leaves no part, and says so in Italian', async () => {
    const { headers } = await somebody()
    await send(headers, jpeg)
    const [before, kept] = [files().toSorted(), (await app.inject({ url: '/api/account/profile', headers })).json()]
    isFull = (key) => key.endsWith('-416.webp')
    const answer = await send(headers, png)
    isFull = () => false
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      expect.objectContaining({
        detail: 'Lo spazio per i file è esaurito: l’immagine non è stata salvata. Riprova più tardi.',
      }),
    ])
    expect(answer.headers['retry-after']).toBe('60')
    expect(files().toSorted()).toEqual(before)
    expect((await app.inject({ url: '/api/account/profile', headers })).json()).toEqual(kept)
  })

  test('files that nobody shows are swept a day later, and no others', async () => {
    const { headers, trader_id } = await somebody()
    await send(headers, jpeg)
    const shown = files().length
    await storage.write(`avatars/${'a'.repeat(32)}-96.webp`, webp)
    clock.set(Date.now())
    expect([await sweepAvatars(kernel, storage), files().length]).toEqual([0, shown + 1])
    clock.set(Date.now() + 25 * 3_600_000)
    expect([await sweepAvatars(kernel, storage), files().length]).toEqual([1, shown])
    await sql`update trader set avatar_key = null where trader_id = ${trader_id}`
    expect(await sweepAvatars(kernel, storage)).toBe(3)
  })
})
