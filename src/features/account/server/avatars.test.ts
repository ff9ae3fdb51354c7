import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { animation, picture } from '#server/testing/sent-files.ts'
import type { Avatar } from '#shared/avatar.ts'
import { HOUR_MS } from '#shared/dates.ts'
import { reconcileAvatars } from './avatars.ts'
import { pictureScene } from './testing/pictures.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock } = kernel
const { app, storage, disk, newPerson, send, files } = await pictureScene(kernel)

const jpeg = await picture().jpeg().toBuffer()
const webp = await picture().webp().toBuffer()
const png = await picture().png().toBuffer()

describe('a picture', () => {
  test.each([
    ['JPEG', jpeg],
    ['PNG', png],
    ['WebP', webp],
  ])('%s becomes three squares in WebP, whatever the client calls it', async (_name, bytes) => {
    const { headers } = await newPerson()
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
        'cache-control': 'private, max-age=86400, immutable',
      })
      expect(await sharp(file.rawPayload).metadata()).toMatchObject({ format: 'webp', width, height: width })
      expect(Number(file.headers['content-length'])).toBe(file.rawPayload.length)
      const again = await app.inject({ url, headers: { 'if-none-match': String(file.headers.etag) } })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
    const profile = await app.inject({ url: '/api/account/profile', headers })
    expect(profile.json()).toMatchObject({ avatar })
  })

  test('loses the camera’s metadata, and is turned upright', async () => {
    const { headers } = await newPerson()
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

  test('of an animation is the first frame', async () => {
    const { headers } = await newPerson()
    const animated = await animation()
    expect((await sharp(animated, { animated: true }).metadata()).pages).toBe(2)
    const { avatar } = (await send(headers, animated)).json<{ avatar: NonNullable<Avatar> }>()
    const { rawPayload } = await app.inject(avatar.small)
    expect((await sharp(rawPayload).metadata()).pages ?? 1).toBe(1)
    const { dominant } = await sharp(rawPayload).stats()
    expect(dominant.r > 200 && dominant.b < 60).toBe(true)
  })

  test('replaces the last one, whose files go; a removed one leaves none', async () => {
    const { headers } = await newPerson()
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

describe('the store', () => {
  test('a full disk leaves no part, and says so in Italian', async () => {
    const { headers } = await newPerson()
    await send(headers, jpeg)
    const [before, profile] = [files(), (await app.inject({ url: '/api/account/profile', headers })).json()]
    disk.isFull = (key) => key.endsWith('-416.webp')
    const answer = await send(headers, png)
    disk.isFull = () => false
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      expect.objectContaining({
        detail: 'Lo spazio per i file è esaurito: il file non è stato salvato. Riprova più tardi.',
      }),
    ])
    expect(answer.headers['retry-after']).toBe('60')
    expect(files()).toEqual(before)
    expect((await app.inject({ url: '/api/account/profile', headers })).json()).toEqual(profile)
  })

  test('unused files are removed a day later, and no others', async () => {
    const { headers, trader_id } = await newPerson()
    await send(headers, jpeg)
    const shown = files().length
    await storage.write(`avatars/${'a'.repeat(32)}-96.webp`, webp)
    clock.set(Date.now())
    expect([await reconcileAvatars(kernel, storage), files().length]).toEqual([0, shown + 1])
    clock.set(Date.now() + 25 * HOUR_MS)
    expect([await reconcileAvatars(kernel, storage), files().length]).toEqual([1, shown])
    await sql`update trader set avatar_key = null where trader_id = ${trader_id}`
    expect(await reconcileAvatars(kernel, storage)).toBe(3)
  })
})
