import { describe, expect, test } from 'vitest'
import { emptyContent, readContent } from './content.ts'
import { difference, pendingChanges, sameContent } from './difference.ts'

const profile = {
  display_name: 'Anna Trading',
  subtitle: 'Swing trading sul Forex',
  description: 'Opero sui cambi principali con posizioni di pochi giorni e un rischio piccolo.',
}
const draft = (body: unknown, base = emptyContent()) =>
  readContent(body, { base, submit: false, myfxbookHost: 'myfxbook.com' })

describe('the difference', () => {
  const { content: before } = draft({
    profile,
    content: { services: ['Segnali', 'Corsi'] },
    links: { website_url: 'https://anna.it' },
  })
  const { content: after } = draft(
    {
      profile: { subtitle: 'Un altro' },
      content: { services: ['Corsi'] },
      cta_buttons: [{ text: 'Copia ora', url: 'https://a.it/x' }],
    },
    before,
  )

  test('is listed by field, in the order of the editor', () => {
    expect(difference(before, after)).toEqual([
      { field: 'profile.subtitle', before: profile.subtitle, after: 'Un altro' },
      { field: 'content.services', before: 'Segnali, Corsi', after: 'Corsi' },
      { field: 'cta_buttons.0.text', before: 'Copia i miei trade', after: 'Copia ora' },
      { field: 'cta_buttons.0.url', before: null, after: 'https://a.it/x' },
      { field: 'cta_buttons.1.text', before: 'Unisciti alla community', after: null },
      { field: 'cta_buttons.1.style', before: 'secondary', after: null },
      { field: 'cta_buttons.2.text', before: 'Apri conto con vantaggi', after: null },
      { field: 'cta_buttons.2.style', before: 'success', after: null },
    ])
    expect(difference(null, before).map(({ field }) => field)).toContain('profile.display_name')
  })

  test('is reported as pending changes', () => {
    expect(pendingChanges(before, after)).toEqual({
      profile: { subtitle: 'Un altro' },
      content: { services: ['Corsi'] },
      cta_buttons: after.cta_buttons,
    })
    expect(pendingChanges(before, structuredClone(before))).toBeNull()
  })

  test('lists that read alike are distinguished', () => {
    const [two, one] = [structuredClone(before), structuredClone(before)]
    one.content.services = ['Segnali, Corsi']
    expect(sameContent(two, one)).toBe(false)
    expect(difference(two, one)).toEqual([
      { field: 'content.services', before: 'Segnali, Corsi', after: 'Segnali, Corsi' },
    ])
    expect(pendingChanges(two, one)).toEqual({ content: { services: ['Segnali, Corsi'] } })
  })

  test('the order of keys, which a database does not keep, is no change', () => {
    const reversed = Object.fromEntries(Object.entries(before).toReversed()) as typeof before
    expect(sameContent(before, reversed)).toBe(true)
    expect(sameContent(before, after)).toBe(false)
  })
})
