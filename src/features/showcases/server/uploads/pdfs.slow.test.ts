import { deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { fakeClamd } from '../testing/clamd.ts'
import { packed, plainly } from '../testing/pdfs.ts'
import { uploadScene } from '../testing/upload-scene.ts'
import { checkPdf } from './pdf-check.ts'
import { plainPdf } from './pdf.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { served, newAuthor, pdf, files } = await uploadScene(kernel)
const author = await newAuthor()

const document = await PDFDocument.create()
document.addPage([300, 300]).drawText('Il metodo')
const good = Buffer.from(await document.save())
const goodPlain = Buffer.from(await document.save({ useObjectStreams: false }))

const link = '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (www.example.it/a) >> >>]'

interface Stored {
  file_url: string
  name: string
}

describe('refused documents', () => {
  test.each([
    ['with a password', { userPassword: 'segreta', ownerPassword: 'altra' }],
    ['with an empty one', { userPassword: '', ownerPassword: 'altra' }],
  ])('an encrypted one %s', async (_name, passwords) => {
    const sealed = await PDFDocument.create()
    sealed.addPage().drawText('Segreto')
    sealed.encrypt({ ...passwords, permissions: {} })
    const answer = await pdf(author, Buffer.from(await sealed.save()))
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      expect.objectContaining({ detail: expect.stringContaining('protetto') }),
    ])
  })

  test('a document that only claims to be encrypted', async () => {
    const answer = await pdf(author, plainly({ more: ['<< /Filter /Standard /V 1 >>'], trailer: '/Encrypt 4 0 R' }))
    expect(answer.json()).toMatchObject({ error_type: 'PDF_REFUSED', detail: expect.stringContaining('protetto') })
  })
})

describe('malformed documents', () => {
  const bomb = deflateSync(Buffer.alloc(200_000_000))
  const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const corpus: [string, Buffer, number][] = [
    ['a picture', Buffer.from([0xff, 0xd8, 0xff]), 415],
    ['a page', Buffer.from('<html>%PDF-1.7'), 415],
    ['a document behind a space', Buffer.concat([Buffer.from(' '), good]), 415],
    ['a document behind a page', Buffer.concat([Buffer.from('<script>alert(1)</script>'), good]), 415],
    ['an archive', Buffer.from('PK\u0003\u0004'), 415],
    ['only the head', Buffer.from('%PDF-'), 422],
    ['a head and a page of HTML', Buffer.from('%PDF-1.7\n<script>alert(1)</script>'), 422],
    ['no pages', Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n'), 422],
    ['half a document', good.subarray(0, Math.floor(good.length / 2)), 422],
    ['a tenth of a document', goodPlain.subarray(0, Math.floor(goodPlain.length / 10)), 422],
    ['brackets without end', plainly({ more: [nested] }), 422],
    [
      'an object stream that unpacks to 200 MB',
      Buffer.concat([
        Buffer.from(
          `%PDF-1.7\n9 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n`,
        ),
        bomb,
        Buffer.from('\nendstream\nendobj\n'),
        plainly({}).subarray(9),
      ]),
      422,
    ],
  ]
  test.each(corpus)('%s', async (_name, bytes, status) => {
    const before = files()
    const began = performance.now()
    const answer = await pdf(author, bytes)
    expect([answer.statusCode, files()]).toEqual([status, before])
    expect(performance.now() - began).toBeLessThan(10_000)
    const { detail } = answer.json<{ detail: string }>()
    expect(detail).toMatch(status === 415 ? /^Solo file PDF sono supportati$/ : /^Il PDF è danneggiato/)
  })

  test.each([
    ['a page', '/FlateDecode', bomb],
    ['a page that is packed twice', '[/FlateDecode /FlateDecode]', deflateSync(bomb)],
    ['a page without its end', '/FlateDecode', bomb.subarray(0, -8)],
  ])('%s that unpacks to 200 MB', async (_name, filter, packed) => {
    const text = `<< /Filter ${filter} /Length ${packed.length} >>\nstream\n${packed.toString('latin1')}\nendstream`
    const answer = await pdf(author, plainly({ more: [text] }))
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
      422,
      expect.stringMatching(/occupa troppa memoria/),
    ])
  })

  test('pages that are their own children', async () => {
    const looped = plainly({}).toString('latin1').replace('/Kids [3 0 R]', '/Kids [2 0 R]')
    expect((await pdf(author, Buffer.from(looped, 'latin1'))).statusCode).toBe(422)
  })

  test('a document of 10 MiB and one byte; one of exactly 10 MiB is read', async () => {
    const filled = (size: number) => {
      const head = plainly({})
      return Buffer.concat([head, Buffer.alloc(size - head.length, 0x20)])
    }
    expect((await pdf(author, filled(10_485_760))).statusCode).toBe(200)
    const answer = await pdf(author, filled(10_485_761))
    expect([answer.statusCode, answer.json()]).toEqual([
      413,
      expect.objectContaining({ detail: 'File troppo grande. Massimo 10MB' }),
    ])
  })
})

describe('a plain document', () => {
  const inherited = '/toString 1 /constructor [] /__proto__ << >>'
  const linearised = plainly({ more: ['<< /Linearized 1 /L 1000 /H [1 2] /O 3 /E 4 /N 1 /T 5 >>'] })
  const updated = Buffer.concat([
    goodPlain,
    Buffer.from('\n90 0 obj\n<< /Type /Note >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n'),
  ])
  test.each([
    ['with object streams', good],
    ['without', goodPlain],
    ['with links', plainly({ page: link })],
    ['that opens at a place', plainly({ catalog: '/OpenAction [3 0 R /Fit]' })],
    ['that jumps at the opening', plainly({ catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] >>' })],
    ['linearised', linearised],
    ['with an archive behind it', Buffer.concat([good, Buffer.from('PK\u0003\u0004<script>alert(1)</script>')])],
    ['all packed', packed({})],
    ['with names that objects of ours have', plainly({ page: inherited, more: ['<< /Type /toString /S /valueOf >>'] })],
    ['with a later part', updated],
  ])('%s is written anew and can only be saved', async (_name, bytes) => {
    const who = await newAuthor()
    const answer = await pdf(who, bytes, { name: 'Il «metodo» è 50%.pdf', type: 'text/html' })
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
    const { file_url: address, name } = answer.json<Stored>()
    expect(name).toBe('Il «metodo» è 50%')
    const file = await served(address)
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Il _metodo_ e 50_.pdf"; filename*=UTF-8''Il%20%C2%ABmetodo%C2%BB%20%C3%A8%2050%25.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(file.rawPayload.equals(bytes)).toBe(false)
    expect(file.rawPayload.includes('<script')).toBe(false)
    // The stored document passes the check again, since it holds checked objects alone.
    expect((await PDFDocument.load(file.rawPayload)).getPageCount()).toBe(1)
    expect(await checkPdf(file.rawPayload)).toMatchObject({ verdict: 'plain' })
  })

  test.each([
    ['../../etc/passwd.pdf', 'passwd'],
    ['C:\\cose\\a.b.pdf', 'a.b'],
    ['\u202Efdp.exe', 'fdp'],
    ['.pdf', 'documento'],
    [`${'è'.repeat(300)}.pdf`, 'è'.repeat(80)],
  ])('called %j is called %j', async (given, name) => {
    const answer = await pdf(await newAuthor(), good, { name: given })
    expect(answer.json<Stored>().name).toBe(name)
  })
})

test('a document whose check takes too long is not called damaged', async () => {
  await expect(plainPdf(kernel, good, { timeoutMs: 1 })).rejects.toMatchObject({
    code: 'PDF_REFUSED',
    message: expect.stringContaining('troppo tempo'),
  })
})

test('any changed byte: the file is refused or written anew, and never causes a 500', async () => {
  const seeds = [good, goodPlain, packed({ page: link }), plainly({ page: link })]
  const change = fc.record({
    seed: fc.constantFrom(...seeds),
    at: fc.array(fc.record({ place: fc.nat(9_999), byte: fc.nat(255) }), { minLength: 1, maxLength: 5 }),
  })
  let plain = 0
  await fc.assert(
    fc.asyncProperty(change, async ({ seed, at }) => {
      const bytes = Buffer.from(seed)
      for (const { place, byte } of at) bytes[5 + Math.floor((place / 10_000) * (bytes.length - 5))] = byte
      const checked = await checkPdf(bytes)
      if (checked.verdict !== 'plain') return
      plain += 1
      expect(Buffer.from(checked.bytes).equals(bytes)).toBe(false)
      expect(await checkPdf(checked.bytes)).toMatchObject({ verdict: 'plain' })
    }),
    { numRuns: 100 },
  )
  expect(plain).toBeGreaterThan(10)
  expect(plain).toBeLessThan(100)
})

describe('with clamd', () => {
  test('it scans every document first, and known viruses are refused', async () => {
    const clamd = await fakeClamd()
    const guarded = { ...kernel, config: { ...kernel.config, CLAMD_ADDRESS: clamd.address } }
    expect(await plainPdf(guarded, good)).toBeInstanceOf(Uint8Array)
    const infected = Buffer.concat([good, Buffer.from(clamd.eicar)])
    await expect(plainPdf(guarded, infected)).rejects.toMatchObject({
      code: 'PDF_REFUSED',
      message: expect.stringContaining('un virus'),
    })
    expect(clamd.state.scanned).toBe(2)
    clamd.state.isFull = true
    await expect(plainPdf(guarded, good)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  test('while it does not answer no document is accepted', async () => {
    const clamd = await fakeClamd()
    clamd.close()
    const guarded = await testKernel({ env: { RATE_LIMITS: 'off', CLAMD_ADDRESS: clamd.address } })
    const scene = await uploadScene(guarded)
    const answer = await scene.pdf(await scene.newAuthor(), good)
    expect([answer.statusCode, answer.headers['retry-after'], scene.files()]).toEqual([503, '60', []])
  })
})
