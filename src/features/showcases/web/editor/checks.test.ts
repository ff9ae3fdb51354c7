import fc from 'fast-check'
import { expect, test } from 'vitest'
import { webAddress } from '#shared/testing/web-address.ts'
import { emptyContent } from '#features/showcases/rules/content.ts'
import { fields, labelOf, type ShowcaseContent } from '#features/showcases/rules/fields.ts'
import { errorsOf, isProfileComplete } from './checks.ts'
import { parseDraft, writeDraft } from './draft.ts'
import { counter } from './fields/Fields.tsx'
import { contentOf, formOf } from './form.ts'
import { shapeOf } from '#features/showcases/rules/shape.ts'

const host = 'myfxbook.com'
type Field = 'display_name' | 'subtitle' | 'description'
const complete = { display_name: 'Inés', subtitle: 'Cambi asiatici', description: 'a'.repeat(60) }
const contentWith = (profile: Partial<ShowcaseContent['profile']>): ShowcaseContent => {
  const content = emptyContent()
  return { ...content, profile: { ...content.profile, ...complete, ...profile } }
}

/** Signs that people count as one, of several lengths in memory. */
const sign = fc.constantFrom('a', 'è', 'Z', '7', '👍', '🇮🇹', '👨‍👩‍👧', 'e\u0301')

test.each(['display_name', 'subtitle', 'description'] as const)(
  'the counter of %s and its rule count alike',
  (field: Field) => {
    const { min, max } = fields.profile[field]
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: max + 3 }),
        fc.array(sign, { minLength: 1, maxLength: 5 }),
        (size, signs) => {
          // The text begins with a letter, since a text of flags alone counts as none.
          const text = Array.from({ length: size }, (_, index) =>
            index === 0 ? 'a' : signs[index % signs.length],
          ).join('')
          expect(counter(text, max)).toBe(`${size}/${max}`)
          const isRefused = errorsOf(contentWith({ [field]: text }), true, host)[`profile.${field}`] !== undefined
          expect(isRefused).toBe(size < min || size > max)
          expect(isProfileComplete(contentWith({ [field]: text }), host)).toBe(!isRefused)
        },
      ),
    )
  },
)

const text = fc.string({ maxLength: 20 })
const address = fc.option(webAddress, { nil: null })
const content: fc.Arbitrary<ShowcaseContent> = fc.record({
  profile: fc.record({
    display_name: text,
    subtitle: text,
    description: text,
    bio_extended: fc.option(
      fc.string({ minLength: 1 }).filter((words) => words.trim() !== ''),
      { nil: null },
    ),
    profile_image_url: address,
    cover_image_url: address,
  }),
  links: fc.record({
    myfxbook_url: address,
    fxblue_url: address,
    mql5_signal_url: address,
    telegram_url: address,
    discord_url: address,
    website_url: address,
    broker_referral_url: address,
  }),
  content: fc.record({
    services: fc.array(text, { maxLength: 8 }),
    promotional_images: fc.array(webAddress, { maxLength: 2 }),
    video_url: address,
    pdf_download_url: address,
    pdf_title: fc.constantFrom(null, 'Guida'),
  }),
  cta_buttons: fc.array(
    fc.record({ text, url: address, style: fc.constantFrom('primary', 'secondary', 'success', 'other') }),
    { maxLength: 5 },
  ),
  testimonials: fc.array(fc.record({ author_name: text, content: text, image_url: address }), { maxLength: 6 }),
})

test('content is the same after the form and after the device', () => {
  fc.assert(
    fc.property(content, fc.string(), fc.option(fc.nat(), { nil: null }), (given, service, base) => {
      expect(contentOf(formOf(given))).toEqual(given)
      const back = parseDraft(writeDraft({ content: contentOf(formOf(given)), service, base }))
      expect(back).toEqual({ content: given, service, base })
      expect(JSON.stringify(contentOf(formOf(back?.content ?? given)))).toBe(JSON.stringify(contentOf(formOf(given))))
    }),
  )
})

test('any text on the device is read, or is no draft', () => {
  fc.assert(
    fc.property(fc.json(), (stored) => {
      const draft = parseDraft(stored)
      const again = draft === null ? undefined : shapeOf(draft.content)
      expect(again).toEqual(draft?.content)
    }),
  )
})

test('every refusal has a word for its field', () => {
  fc.assert(
    fc.property(content, (given) => {
      for (const path of Object.keys(errorsOf(given, true, host))) {
        expect(labelOf(path)).toMatch(/^(?!Vetrina$)[A-Z]/)
      }
    }),
  )
})
