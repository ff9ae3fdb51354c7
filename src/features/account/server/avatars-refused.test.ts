import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { form, picture } from '#server/testing/sent-files.ts'
import type { Avatar } from '#shared/avatar.ts'
import { pictureScene } from './testing/pictures.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { app, newPerson, send, files } = await pictureScene(kernel)

const jpeg = await picture().jpeg().toBuffer()
const webp = await picture().webp().toBuffer()
const png = await picture().png().toBuffer()

describe('refused uploads', () => {
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
    const { headers } = await newPerson()
    const before = files()
    const answer = await send(headers, bytes, { name: 'foto.png', type: 'image/png' })
    expect(answer.statusCode).toBe(status)
    const { detail } = answer.json<{ detail: string }>()
    expect(detail).toMatch(status === 415 ? /^Formato non supportato\. Usa JPEG, PNG o WebP$/ : /^L’immagine è /)
    expect(files()).toEqual(before)
  })

  test('bytes behind a valid picture are not stored', async () => {
    const { headers } = await newPerson()
    const payload = Buffer.from('<?php system($_GET["c"]); ?><script>alert(1)</script>')
    const answer = await send(headers, Buffer.concat([png, payload]))
    const { avatar } = answer.json<{ avatar: NonNullable<Avatar> }>()
    const stored = await Promise.all(Object.values(avatar).map(async (url) => (await app.inject(url)).rawPayload))
    expect(stored.map((bytes) => bytes.length > 0 && !bytes.includes('<?php') && !bytes.includes('<script'))).toEqual([
      true,
      true,
      true,
    ])
  })

  test('a flood of pixels in few bytes, at once', async () => {
    const { headers } = await newPerson()
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

  test('a PNG whose header names a huge size', async () => {
    const { headers } = await newPerson()
    const lying = Buffer.from(png)
    lying.writeUInt32BE(60_000, 16)
    lying.writeUInt32BE(60_000, 20)
    expect((await send(headers, lying)).statusCode).toBe(422)
  })

  test('one byte more than 2 MB; 2 MB exactly is read', async () => {
    const { headers } = await newPerson()
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
      headers: { ...headers, ...form(exact).headers, 'content-length': '90000000' },
      payload: form(exact).payload,
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
    const { headers } = await newPerson()
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
    const { headers } = await newPerson()
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
