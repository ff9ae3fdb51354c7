import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { graphemes } from '#shared/text/graphemes.ts'
import { emptyContent, readContent } from './content.ts'
import { fields, type TextField } from './fields.ts'

const myfxbookHost = 'myfxbook.com'
const draft = (body: unknown, base = emptyContent()) => readContent(body, { base, submit: false, myfxbookHost })
const handedIn = (body: unknown, base = emptyContent()) => readContent(body, { base, submit: true, myfxbookHost })
const key = 'a'.repeat(32)
const image = `/uploads/showcases/${key}-1600.webp`
const pdf = `/uploads/documents/${key}.pdf`
const profile = {
  display_name: 'Anna Trading',
  subtitle: 'Swing trading sul Forex',
  description: 'Opero sui cambi principali con posizioni di pochi giorni e un rischio piccolo.',
}

test('a new showcase has the three buttons', () => {
  const { content, errors } = readContent({ profile }, { base: null, submit: true, myfxbookHost })
  expect(errors).toEqual({})
  expect(content.cta_buttons).toEqual([
    { text: 'Copia i miei trade', url: null, style: 'primary' },
    { text: 'Unisciti alla community', url: null, style: 'secondary' },
    { text: 'Apri conto con vantaggi', url: null, style: 'success' },
  ])
  expect(content.testimonials).toEqual([])
})

describe('lengths', () => {
  const texts: [path: string, field: TextField, body: (text: string) => object][] = [
    [
      'profile.display_name',
      fields.profile.display_name,
      (text: string) => ({ profile: { ...profile, display_name: text } }),
    ],
    ['profile.subtitle', fields.profile.subtitle, (text: string) => ({ profile: { ...profile, subtitle: text } })],
    [
      'profile.description',
      fields.profile.description,
      (text: string) => ({ profile: { ...profile, description: text } }),
    ],
    [
      'profile.bio_extended',
      fields.profile.bio_extended,
      (text: string) => ({ profile: { ...profile, bio_extended: text } }),
    ],
    [
      'content.services.0',
      fields.content.services.item,
      (text: string) => ({ profile, content: { services: [text] } }),
    ],
    ['content.pdf_title', fields.content.pdf_title, (text: string) => ({ profile, content: { pdf_title: text } })],
    ['cta_buttons.0.text', fields.cta_buttons.fields.text, (text: string) => ({ profile, cta_buttons: [{ text }] })],
    [
      'testimonials.0.author_name',
      fields.testimonials.fields.author_name,
      (text: string) => ({ profile, testimonials: [{ author_name: text }] }),
    ],
    [
      'testimonials.0.content',
      fields.testimonials.fields.content,
      (text: string) => ({ profile, testimonials: [{ content: text }] }),
    ],
  ]
  // Each of these is one sign to a reader and several code units in memory.
  const signs = ['a', 'é'.normalize('NFD'), '👩‍👩‍👧‍👦']

  test.each(texts)('%s is as long as the table says, in signs that people count', (path, { min = 0, max }, body) => {
    for (const sign of signs) {
      expect(handedIn(body(sign.repeat(max))).errors[path]).toBeUndefined()
      expect(draft(body(sign.repeat(max + 1))).errors).toEqual({ [path]: `Al massimo ${max} caratteri.` })
      expect(handedIn(body(sign.repeat(max + 1))).errors).toEqual({ [path]: `Al massimo ${max} caratteri.` })
      if (min < 2) continue
      expect(handedIn(body(sign.repeat(min))).errors).toEqual({})
      expect(handedIn(body(sign.repeat(min - 1))).errors).toEqual({ [path]: `Minimo ${min} caratteri` })
      expect(draft(body(sign.repeat(min - 1))).errors).toEqual({})
    }
    // A megabyte is refused without being counted.
    expect(draft(body('x'.repeat(200_000))).errors[path]).toBe(`Al massimo ${max} caratteri.`)
  })

  test('an empty content may be a draft, and is not submitted', () => {
    expect(draft({}).errors).toEqual({})
    expect(handedIn({}).errors).toEqual({
      'profile.display_name': 'Minimo 2 caratteri',
      'profile.subtitle': 'Minimo 5 caratteri',
      'profile.description': 'Minimo 50 caratteri',
    })
  })

  test('a list has at most its number of items', () => {
    const many = (count: number, value: unknown) => Array.from({ length: count }, () => value)
    const { errors } = draft({
      content: { services: Array.from({ length: 9 }, (_, at) => `Servizio ${at}`), promotional_images: many(3, image) },
      cta_buttons: many(6, {}),
      testimonials: many(7, {}),
    })
    expect(errors).toEqual({
      'content.services': 'Al massimo 8.',
      'content.promotional_images': 'Al massimo 2.',
      cta_buttons: 'Al massimo 5.',
      testimonials: 'Al massimo 6.',
    })
  })
})

describe('the sent content', () => {
  test('replaces what it names and keeps the rest', () => {
    const { content: base } = draft({
      profile: { ...profile, bio_extended: 'Dettagli' },
      links: { website_url: 'https://anna.it/' },
      content: { services: ['Segnali'], pdf_download_url: pdf },
      testimonials: [{ content: 'Bravo' }],
    })
    const { content, errors } = draft(
      { profile: { subtitle: 'Un altro titolo', bio_extended: null }, content: { pdf_download_url: '' } },
      base,
    )
    expect(errors).toEqual({})
    expect(content).toEqual({
      ...base,
      profile: { ...base.profile, subtitle: 'Un altro titolo', bio_extended: null },
      content: { ...base.content, pdf_download_url: null },
    })
    expect(base.content.pdf_download_url).toBe(pdf)
  })

  test('is normalised, never changed in meaning', () => {
    const { content } = draft({
      profile: { display_name: '  Anna \n Trading ', description: 'Prima riga\r\n\r\n\r\n\r\nSeconda   riga ' },
      content: { services: [' Segnali ', 'segnali', '', 'Corsi'] },
    })
    expect(content.profile.display_name).toBe('Anna Trading')
    expect(content.profile.description).toBe('Prima riga\n\nSeconda riga')
    expect(content.content.services).toEqual(['Segnali', 'Corsi'])
  })

  test('a service has no comma: the editor separates them there', () => {
    const { errors } = draft({ content: { services: ['Segnali', 'Corsi, dirette'] } })
    expect(errors).toEqual({ 'content.services.1': 'Scrivi un servizio per volta, senza virgole.' })
  })

  test('an error stands at the index that was sent, though empty and repeated ones are dropped', () => {
    const sent = ['', 'Segnali', 'segnali', null, 'x'.repeat(31), 'y']
    const { content, errors } = handedIn({ profile, content: { services: sent } })
    expect(errors).toEqual({
      'content.services.4': 'Al massimo 30 caratteri.',
      'content.services.5': 'Minimo 2 caratteri',
    })
    expect(content.content.services).toEqual(['Segnali', 'x'.repeat(31), 'y'])
  })

  test('HTML is text', () => {
    const text = '<img src=x onerror=alert(1)> & "ciao"'
    const { content, errors } = draft({
      profile: { ...profile, subtitle: text },
      testimonials: [{ author_name: text, content: text }],
    })
    expect(errors).toEqual({})
    expect(content.profile.subtitle).toBe(text)
    expect(content.testimonials[0]).toEqual({ author_name: text, content: text, image_url: null })
  })

  test.each(['a\u202eb', 'a\u0000b', 'a\u200bb', 'a\ud800b', 'a\u2066b'])(
    '%j is refused for invisible signs',
    (text) => {
      const { errors } = draft({ profile: { subtitle: text }, content: { services: [text] }, cta_buttons: [{ text }] })
      expect(Object.keys(errors)).toEqual(['profile.subtitle', 'content.services.0', 'cta_buttons.0.text'])
    },
  )

  test('defaults of testimonials, styles of buttons', () => {
    const { content } = draft({
      cta_buttons: [{ text: 'Copia ora', style: 'secondary' }, { style: 'danger' }, {}],
      testimonials: [{}, { author_name: ' ', content: null }],
    })
    expect(content.cta_buttons.map(({ style }) => style)).toEqual(['secondary', 'other', 'primary'])
    const unnamed = { author_name: 'Anonimo', content: 'Recensione', image_url: null }
    expect(content.testimonials).toEqual([unnamed, unnamed])
  })

  test('a button with only a text or only an address is kept', () => {
    const cta_buttons = [{ text: 'Copia ora' }, { url: 'https://a.it/' }]
    const { content, errors } = handedIn({ profile, cta_buttons })
    expect(errors).toEqual({})
    expect(content.cta_buttons).toEqual([
      { text: 'Copia ora', url: null, style: 'primary' },
      { text: '', url: 'https://a.it/', style: 'primary' },
    ])
    expect(handedIn({ profile, cta_buttons: [{ url: 'a.it' }] }).errors).toEqual({
      'cta_buttons.0.url': 'Minimo 10 caratteri',
    })
  })

  test.each([
    'https://evil.com/a.png',
    '//evil.com/a.png',
    'data:image/png;base64,AA',
    'javascript:alert(1)',
    '/uploads/avatars/x.webp',
    `/uploads/showcases/${key}-9999.webp`,
    `/uploads/showcases/../${key}-1600.webp`,
    `${image}?x`,
    pdf,
  ])('%s is no image of ours', (address) => {
    const { content, errors } = draft({
      profile: { profile_image_url: address, cover_image_url: address },
      content: { promotional_images: [address], pdf_download_url: address === pdf ? image : address },
      testimonials: [{ image_url: address }],
    })
    expect(Object.keys(errors).toSorted()).toEqual([
      'content.pdf_download_url',
      'content.promotional_images.0',
      'profile.cover_image_url',
      'profile.profile_image_url',
      'testimonials.0.image_url',
    ])
    expect(JSON.stringify(content)).not.toContain(address)
  })

  test('values of a wrong type are refused at their path', () => {
    expect(draft({ profile: 'x', links: [], content: 3, cta_buttons: {}, testimonials: ['x', null] }).errors).toEqual({
      profile: 'Valore non valido.',
      links: 'Valore non valido.',
      content: 'Valore non valido.',
      cta_buttons: 'Valore non valido.',
      'testimonials.0': 'Valore non valido.',
      'testimonials.1': 'Valore non valido.',
    })
    expect(draft({ profile: { display_name: 3 }, links: { website_url: {} } }).errors).toEqual({
      'profile.display_name': 'Deve essere un testo.',
      'links.website_url': 'Deve essere un testo.',
    })
  })

  test('any body: only known fields come out, and reading them again changes nothing', () => {
    const names = [
      'profile',
      'links',
      'content',
      'cta_buttons',
      'testimonials',
      'status',
      '__proto__',
      'display_name',
      'url',
      'services',
      'website_url',
      'text',
    ]
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.constantFrom('https://anna.it', 'javascript:alert(1)', image, pdf, null, 0, true),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 5 }),
      ),
    }))
    const leaf = fc.constantFrom('https://anna.it', 'Anna e il suo metodo', 'javascript:alert(1)', image, pdf, null, '')
    const { profile, links, content: own } = emptyContent()
    const partOf = (part: object) => fc.dictionary(fc.constantFrom(...Object.keys(part)), leaf, { maxKeys: 3 })
    const likely = fc.record(
      {
        profile: partOf(profile),
        links: partOf(links),
        content: partOf(own),
        cta_buttons: fc.array(partOf({ text: '', url: '', style: '' }), { maxLength: 2 }),
      },
      { requiredKeys: [] },
    )
    const shape = (content: object) => Object.keys(content).toSorted()
    let written = 0
    fc.assert(
      fc.property(fc.oneof(value, likely), (body) => {
        const { content, errors } = draft(body)
        expect(shape(content)).toEqual(shape(emptyContent()))
        expect(shape(content.profile)).toEqual(shape(emptyContent().profile))
        expect(shape(content.links)).toEqual(shape(emptyContent().links))
        expect(shape(content.content)).toEqual(shape(emptyContent().content))
        if (Object.keys(errors).length > 0) return
        if (JSON.stringify(content) !== JSON.stringify(emptyContent())) written += 1
        expect(draft(content)).toEqual({ content, errors: {} })
        expect(graphemes(content.profile.display_name)).toBeLessThanOrEqual(50)
        expect(JSON.stringify(content)).not.toMatch(/"(url|\w+_url)":"(?!https:|\/uploads\/)/)
      }),
      { numRuns: 1_000 },
    )
    expect(written).toBeGreaterThan(20)
  })
})
