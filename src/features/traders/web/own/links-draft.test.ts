import { expect, test } from 'vitest'
import { linkNames } from '#features/traders/own-links.ts'
import { bypasses } from '#shared/testing/link-bypasses.ts'
import { changedLinks, linkErrors, shownLink, withoutSent, type StoredLinks } from './links-draft.ts'

const none = Object.fromEntries(linkNames.map((name) => [name, null])) as StoredLinks
const stored: StoredLinks = { ...none, telegram: 'https://t.me/anna', website: 'https://anna.it/' }

test('untouched links follow the server, touched ones stay', () => {
  const typed = { telegram: 'https://t.me/altra', twitter: '' }
  expect(shownLink(stored, typed, 'telegram')).toBe('https://t.me/altra')
  expect(shownLink(stored, typed, 'website')).toBe('https://anna.it/')
  expect(shownLink({ ...stored, website: null }, typed, 'website')).toBe('')
  expect(changedLinks(stored, typed)).toEqual({ telegram: 'https://t.me/altra' })
  expect(changedLinks(stored, { telegram: ' https://t.me/anna ' })).toEqual({})
  expect(changedLinks(stored, { website: '' })).toEqual({ website: '' })
})

test('each refused link has its sentence', () => {
  expect(
    linkErrors(
      {
        copy_trading: 'http://copy.example.com',
        telegram: 'https://example.com/anna',
        instagram: 'https://instagram.com/anna',
        website: `https://anna.it/${'a'.repeat(300)}`,
        tiktok: '',
        twitter: 'https://localhost/',
      },
      'myfxbook.com',
    ),
  ).toEqual({
    copy_trading: 'Il link deve iniziare con https://',
    telegram: 'Il link deve portare a t.me, telegram.me o telegram.org.',
    website: 'Il link è troppo lungo: al massimo 300 caratteri.',
    twitter: 'Il link deve portare a un sito pubblico.',
  })
})

test.each(bypasses.filter((text) => text.trim() !== ''))('%j is no Instagram page', (text) => {
  expect(Object.keys(linkErrors({ instagram: text }, 'myfxbook.com'))).toEqual(['instagram'])
})

test('a link that changed again while it was being saved stays', () => {
  expect(withoutSent({ telegram: 'b', website: 'x' }, { telegram: 'a', website: 'x' })).toEqual({ telegram: 'b' })
})
