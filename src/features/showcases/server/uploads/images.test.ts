import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { animation, form, picture } from '#server/testing/sent-files.ts'
import { fileOf, imageSources } from '../../rules/files.ts'
import { chunk, flood, pngHead } from '../testing/pngs.ts'
import { uploadScene } from '../testing/upload-scene.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { served, newAuthor, image, send, files } = await uploadScene(kernel)

const drawn = (width = 900, height = 300) => picture(width, height)
const jpeg = await drawn().jpeg().toBuffer()
const png = await drawn().png().toBuffer()
const webp = await drawn().webp().toBuffer()

const cmyk = await drawn().toColourspace('cmyk').jpeg().toBuffer()
const deep = await drawn().toColourspace('rgb16').png().toBuffer()
const grey = await drawn().greyscale().ensureAlpha(0.5).png().toBuffer()
const pixel = await drawn(1, 1).png().toBuffer()
const strip = await drawn(8_000, 2).jpeg().toBuffer()
const tooWide = await drawn(8_001, 10).png().toBuffer()
const tiff = await drawn(10, 10).tiff().toBuffer()
const author = await newAuthor()

interface Stored {
  file_url: string
  width: number
  height: number
}

describe('a picture', () => {
  test.each([
    ['JPEG', jpeg],
    ['PNG', png],
    ['WebP', webp],
    ['CMYK JPEG', cmyk],
    ['16 bit PNG', deep],
    ['grey PNG with holes', grey],
    ['one pixel', pixel],
    ['a strip', strip],
  ])('%s becomes three files in WebP that are served as nothing else', async (_name, bytes) => {
    const who = await newAuthor()
    const answer = await image(who, bytes, { name: '../../etc/passwd.svg', type: 'image/svg+xml' })
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
    const { file_url: address, width } = answer.json<Stored>()
    expect(fileOf(address)?.kind).toBe('image')
    const source = await sharp(bytes).metadata()
    expect(width).toBe(Math.min(1_600, source.width))
    for (const part of imageSources(address)!.srcSet.split(', ')) {
      const [url = '', wide = ''] = part.split(' ')
      const file = await served(url)
      expect(file.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
      })
      const metadata = await sharp(file.rawPayload).metadata()
      expect(metadata).toMatchObject({ format: 'webp', width: Math.min(Number.parseInt(wide), source.width) })
      expect([metadata.exif, metadata.xmp, metadata.icc, metadata.iptc]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ])
    }
  })

  test('keeps its shape, and loses its metadata', async () => {
    const who = await newAuthor()
    const photo = await drawn(2_000, 1_000)
      .withExif({ IFD0: { Copyright: 'Segreto' }, IFD3: { GPSLatitude: '45/1 27/1 0/1', GPSLatitudeRef: 'N' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>Segreto</rdf></x:xmpmeta>')
      .withIccProfile('p3')
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(photo.includes('Segreto')).toBe(true)
    const { file_url: address, width, height } = (await image(who, photo)).json<Stored>()
    // The metadata turns the picture by a quarter.
    expect([width, height]).toEqual([1_000, 2_000])
    const { rawPayload } = await served(address)
    const metadata = await sharp(rawPayload).metadata()
    expect([metadata.exif, metadata.xmp, metadata.icc, metadata.orientation, metadata.width, metadata.height]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      1_000,
      2_000,
    ])
    expect(rawPayload.includes('Segreto')).toBe(false)
  })
})

const script = '<script>alert(1)</script>'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const zip = Buffer.from('504b030414000000000000000000000000000000000000000000000000000000', 'hex')
const jpegHead = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0])

describe('refused uploads, of which nothing is stored', () => {
  const corpus: [string, Buffer][] = [
    ['an SVG', Buffer.from(svg)],
    ['an SVG behind a byte order mark', Buffer.from(`\uFEFF${svg}`)],
    [
      'an SVG with a declaration',
      Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg}`),
    ],
    ['an SVG packed', deflateSync(svg)],
    ['a GIF', gif],
    ['a GIF that is a script', Buffer.from('GIF89a/*\0\0*/=1;alert(1)//')],
    ['a GIF that is an archive', Buffer.concat([gif, zip])],
    ['a page', Buffer.from(`<!doctype html>${script}`)],
    ['a page with the head of a JPEG', Buffer.concat([jpegHead, Buffer.from(script)])],
    ['a page with the head of a PNG', Buffer.concat([pngHead, Buffer.from(script)])],
    ['a page with the head of a WebP', Buffer.from(`RIFF\u0024\0\0\0WEBP${script}`)],
    ['PHP with the head of a JPEG', Buffer.concat([jpegHead, Buffer.from('<?php system($_GET[0]); ?>')])],
    ['an archive', zip],
    ['an archive with the head of a PNG', Buffer.concat([pngHead, zip])],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj')],
    ['a program', Buffer.from('#!/bin/sh\nrm -rf /')],
    ['an ELF', Buffer.from('\u007FELF\u0002\u0001\u0001', 'latin1')],
    ['a TIFF', tiff],
    ['an AVIF', Buffer.from('\0\0\0 ftypavif')],
    ['a HEIC', Buffer.from('\0\0\0 ftypheic')],
    ['a BMP', Buffer.from('BM\u0046\0\0\0')],
    ['an ICO', Buffer.from([0, 0, 1, 0, 1, 0])],
    ['a JPEG XL', Buffer.from([0xff, 0x0a, 0, 0])],
    ['a RIFF that is a sound', Buffer.from('RIFF\u0024\0\0\0WAVEfmt ')],
    ['a WebP without a picture', Buffer.from('RIFF\u0004\0\0\0WEBP')],
    ['only zeros', Buffer.alloc(1_000)],
    ['one byte', Buffer.from([0xff])],
    ['three bytes of a JPEG', Buffer.from([0xff, 0xd8, 0xff])],
    ['eight bytes of a PNG', pngHead],
    ['a PNG without pixels', flood(0, 0, Buffer.alloc(0))],
    ['a PNG that says 30,000 by 30,000', flood(30_000, 30_000, Buffer.alloc(100))],
    ['a PNG that says 2³¹', flood(0x7f_ff_ff_ff, 1, Buffer.alloc(100))],
    ['a PNG that unpacks to 90 million bytes', flood(8_000, 8_000, Buffer.alloc(90_000_000))],
    ['a PNG 8,001 wide', tooWide],
    ['a PNG of too few rows', flood(1_000, 1_000, Buffer.alloc(3_001))],
    [
      'a JPEG whose size lies',
      Buffer.from(
        jpeg.toString('latin1').replace('\u00FF\u00C0\0\u0011\u0008', '\u00FF\u00C0\0\u0011\u0008\u00FF\u00FF'),
        'latin1',
      ),
    ],
    ...([0.1, 0.3, 0.5, 0.7, 0.9] as const).flatMap((part): [string, Buffer][] => [
      [`${part} of a JPEG`, jpeg.subarray(0, Math.floor(jpeg.length * part))],
      [`${part} of a PNG`, png.subarray(0, Math.floor(png.length * part))],
      [`${part} of a WebP`, webp.subarray(0, Math.floor(webp.length * part))],
    ]),
  ]
  test.each(corpus)('%s', async (_name, bytes) => {
    const before = files()
    const began = performance.now()
    const answer = await image(author, bytes, { name: 'foto.png', type: 'image/png' })
    expect([415, 422]).toContain(answer.statusCode)
    expect(answer.json<{ detail: string }>().detail).toMatch(
      answer.statusCode === 415 ? /^Formato non supportato\. Usa JPEG, PNG o WebP$/ : /^L’immagine è /,
    )
    expect(performance.now() - began).toBeLessThan(6_000)
    expect(files()).toEqual(before)
  })

  test.each([
    ['another field', () => form(jpeg, { field: 'immagine' }), 422],
    ['an empty file', () => form(Buffer.alloc(0)), 422],
    ['a form that ends in the middle', () => ({ ...form(jpeg), payload: form(jpeg).payload.subarray(0, 600) }), 400],
    ['a form without a boundary', () => ({ headers: { 'content-type': 'multipart/form-data' }, payload: jpeg }), 400],
    [
      'a boundary that never comes',
      () => ({ headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload: jpeg }),
      400,
    ],
    ['JSON', () => ({ headers: { 'content-type': 'application/json' }, payload: Buffer.from('{}') }), 415],
    ['no form', () => ({ headers: { 'content-type': 'image/png' }, payload: png }), 415],
    ['a name of a prototype', () => form(jpeg, { field: '__proto__' }), 400],
    ['one byte too many', () => form(Buffer.concat([jpeg, Buffer.alloc(2_097_153 - jpeg.length)])), 413],
  ])('%s', async (_name, make, status) => {
    const before = files()
    const answer = await send('image', author, make())
    expect([answer.statusCode, files()]).toEqual([status, before])
  })
})

test('one byte too many has the specified sentence', async () => {
  const answer = await image(author, Buffer.alloc(2_097_153, 0xff))
  expect([answer.statusCode, answer.json()]).toEqual([
    413,
    expect.objectContaining({ detail: 'File troppo grande. Massimo 2MB' }),
  ])
})

describe('accepted uploads, of which the picture alone is stored', () => {
  const payload = Buffer.from(`<?php system($_GET["c"]); ?>${script}`)
  test.each([
    ['a PNG with PHP behind it', Buffer.concat([png, payload])],
    ['a JPEG with an archive behind it', Buffer.concat([jpeg, zip, payload])],
    [
      'a PNG with a script in a comment',
      Buffer.concat([
        png.subarray(0, 33),
        chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), payload])),
        png.subarray(33),
      ]),
    ],
    [
      'an animated PNG',
      Buffer.concat([png.subarray(0, 33), chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])), png.subarray(33)]),
    ],
    ['a JPEG of exactly 2 MB', Buffer.concat([jpeg, payload, Buffer.alloc(2_097_152 - jpeg.length - payload.length)])],
  ])('%s', async (_name, bytes) => {
    const who = await newAuthor()
    const answer = await image(who, bytes)
    expect(answer.statusCode).toBe(200)
    const { rawPayload } = await served(answer.json<Stored>().file_url)
    expect([rawPayload.includes('<?php'), rawPayload.includes('<script'), rawPayload.includes('acTL')]).toEqual([
      false,
      false,
      false,
    ])
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 900, height: 300 })
  })

  test('an animation: its first frame', async () => {
    const who = await newAuthor()
    const animated = await animation()
    const { rawPayload } = await served((await image(who, animated)).json<Stored>().file_url)
    expect((await sharp(rawPayload).metadata()).pages ?? 1).toBe(1)
  })

  test('a form with more beside the file', async () => {
    const who = await newAuthor()
    const { headers, payload: one } = form(jpeg)
    const twice = Buffer.concat([one.subarray(0, one.lastIndexOf('------tt7Q')), one])
    const answer = await send('image', who, { headers, payload: twice })
    expect([200, 400, 413]).toContain(answer.statusCode)
  })
})

test('any changed byte: the file is refused or written anew, and never causes a 500', async () => {
  const seeds = [jpeg, png, webp].map((bytes, index) => ({ bytes, index }))
  let sender = author
  let photo = 0
  // The places are spread evenly, since most random doubles are close to 0.
  const place = fc.nat(9_999).map((part) => part / 10_000)
  const damage = fc.record({
    at: fc.array(fc.record({ place, byte: fc.nat(255) }), { minLength: 1, maxLength: 12 }),
    cut: fc.option(place),
    // Decoders read no further than the end of a whole picture, so nothing stands behind it.
    behind: fc.constant(new Uint8Array()),
  })
  const addition = fc.record({
    at: fc.constant([]),
    cut: fc.constant(null),
    behind: fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.constant(Buffer.from('<script>alert(1)</script>'))),
  })
  const change = fc.record({ seed: fc.constantFrom(...seeds), how: fc.oneof(damage, addition) })
  await fc.assert(
    fc.asyncProperty(change, async ({ seed, how: { at, cut, behind } }) => {
      const bytes = Buffer.from(seed.bytes)
      for (const { place, byte } of at) bytes[Math.floor(place * (bytes.length - 1))] = byte
      const sent = Buffer.concat([cut === null ? bytes : bytes.subarray(0, Math.floor(cut * bytes.length)), behind])
      const answer = await image(sender, sent)
      expect([200, 415, 422]).toContain(answer.statusCode)
      if (answer.statusCode !== 200) return
      photo += 1
      if (photo % 15 === 0) sender = await newAuthor()
      const { rawPayload } = await served(answer.json<Stored>().file_url)
      expect(rawPayload.equals(sent)).toBe(false)
      expect((await sharp(rawPayload).metadata()).format).toBe('webp')
    }),
    { numRuns: 60 },
  )
  expect(photo).toBeGreaterThan(5)
}, 90_000)
