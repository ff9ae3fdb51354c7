import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messyAddress, webAddress } from '../testing/web-address.ts'
import { linkProblem, parseLink, traderLinkMaximum, traderLinkRules, type LinkError } from './links.ts'
import { bypasses } from '../testing/link-bypasses.ts'

const host = { hosts: ['myfxbook.com'] }

describe('links of a given host', () => {
  test.each(bypasses.map((text) => [text]))('%j is refused', (text) => {
    expect(parseLink(text, host)).toMatchObject({ ok: false })
  })

  test.each([
    ['https://myfxbook.com', 'https://myfxbook.com/'],
    ['  https://www.myfxbook.com/members/anna/conto/123  ', 'https://www.myfxbook.com/members/anna/conto/123'],
    ['HTTPS://WWW.MyFxBook.COM/Members', 'https://www.myfxbook.com/Members'],
    ['https://myfxbook.com/a/../b', 'https://myfxbook.com/b'],
    ['https://myfxbook.com?x=1#y', 'https://myfxbook.com/?x=1#y'],
    ['https://myfxbook.com/caffè', 'https://myfxbook.com/caff%C3%A8'],
    ['https://myfxbook.com/?u=https://evil.com', 'https://myfxbook.com/?u=https://evil.com'],
    ['https://ｍyfxbook.com/', 'https://myfxbook.com/'],
  ])('%j is kept as %s', (text, url) => {
    expect(parseLink(text, host)).toEqual({ ok: true, url })
  })

  test('an accepted link is https, of the host, and does not change when parsed again', () => {
    const messy = messyAddress('myfxbook.com')
    fc.assert(
      fc.property(
        fc.oneof(
          messy,
          messy.map((text) => `https://${text}`),
          messy.map((text) => `https://myfxbook.com${text}`),
          messy.map((text) => `https://www.myfxbook.com/${text}`),
          webAddress.map((url) => url.replace(/^https?:\/\/[^/?#]+/, 'https://sub.myfxbook.com')),
        ),
        (text) => {
          const parsed = parseLink(text, host)
          // Each run asserts on an accepted text: refused ones are drawn again.
          fc.pre(parsed.ok)
          const url = new URL(parsed.url)
          expect(url.protocol).toBe('https:')
          expect(url.hostname === 'myfxbook.com' || url.hostname.endsWith('.myfxbook.com')).toBe(true)
          expect(`${url.username}${url.password}${url.port}`).toBe('')
          expect(parseLink(url.href, host)).toEqual({ ok: true, url: url.href })
        },
      ),
      { numRuns: 500, maxSkipsPerRun: 50 },
    )
  })
})

describe('links of a profile', () => {
  test.each([
    ['website', 'https://anna-trading.it/', true],
    ['website', 'http://anna-trading.it/', false],
    ['website', 'anna-trading.it', false],
    ['website', 'https://192.168.0.1/', false],
    ['copy_trading', 'https://broker.com/copy?id=1', true],
    ['telegram', 'https://t.me/anna', true],
    ['telegram', 't.me/anna', true],
    ['telegram', 'T.ME/anna', true],
    ['telegram', 'telegram.me/anna', true],
    ['telegram', 't.me.evil.com/anna', false],
    ['telegram', 't.me@evil.com/', false],
    ['telegram', 'https://t.me.evil.com/', false],
    ['telegram', 'https://evil.com/t.me', false],
    ['telegram', 'http://t.me/anna', false],
    ['telegram', '@anna', false],
    ['instagram', 'https://www.instagram.com/anna', true],
    ['instagram', 'https://instagram.com.evil.com/anna', false],
    ['twitter', 'https://x.com/anna', true],
    ['twitter', 'https://netflix.com/anna', false],
    ['tiktok', 'https://www.tiktok.com/@anna', true],
    ['facebook', 'https://it-it.facebook.com/anna', true],
    ['broker', 'https://evil.local/', false],
  ] as const)('%s %s: %s', (name, text, ok) => {
    expect(parseLink(text, traderLinkRules[name]).ok).toBe(ok)
  })

  test('are at most 300 characters, as typed and as stored', () => {
    const rule = { maximumLength: traderLinkMaximum }
    const prefix = 'https://a.it/'
    expect(parseLink(prefix + 'a'.repeat(traderLinkMaximum - prefix.length), rule).ok).toBe(true)
    expect(parseLink(prefix + 'a'.repeat(traderLinkMaximum - prefix.length + 1), rule)).toEqual({
      ok: false,
      error: 'too_long',
    })
    expect(parseLink(prefix + 'è'.repeat(100), rule)).toEqual({ ok: false, error: 'too_long' })
  })

  test('every error has a sentence', () => {
    const errors: LinkError[] = ['too_long', 'not_https', 'malformed', 'not_public', 'wrong_host']
    const sentences = errors.map((error) => linkProblem(error, host))
    expect(new Set(sentences).size).toBe(errors.length)
    expect(sentences.at(-1)).toContain('myfxbook.com')
  })
})
