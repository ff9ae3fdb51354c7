import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bypasses } from '#shared/testing/link-bypasses.ts'
import { emptyContent } from './content.ts'
import { limits } from './limits.ts'
import { linkFields, linkWarnings, readShowcaseLink, type LinkField } from './links.ts'

const host = 'myfxbook.com'
const read = (field: LinkField, text: string) => readShowcaseLink(field, text, host)
/** The hosts of a field that has any. */
const hostsOf: Partial<Record<LinkField, string[]>> = {
  myfxbook_url: [host],
  fxblue_url: ['fxblue.com'],
  mql5_signal_url: ['mql5.com'],
  telegram_url: ['t.me', 'telegram.me'],
  discord_url: ['discord.gg', 'discord.com'],
}

/** Whatever is kept leads over https to a public name, of the field where it has hosts, and is read again as it is. */
function expectSafe(field: LinkField, text: string): void {
  const parsed = read(field, text)
  if (!parsed.ok) {
    expect(parsed.sentence).toMatch(/^Il link /)
    return
  }
  if (parsed.url === null) {
    expect(text.trim()).toBe('')
    return
  }
  const url = new URL(parsed.url)
  expect(url.protocol).toBe('https:')
  expect(`${url.username}${url.password}${url.port}`).toBe('')
  expect(url.hostname).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
  expect(url.hostname).not.toMatch(/^\d+(\.\d+)*$|(^|\.)(localhost|local|internal)$/)
  expect(parsed.url.length).toBeLessThanOrEqual(limits.url.max)
  const hosts = hostsOf[field]
  if (hosts !== undefined) {
    expect(hosts.some((allowed) => url.hostname === allowed || url.hostname.endsWith(`.${allowed}`))).toBe(true)
  }
  expect(read(field, parsed.url)).toEqual(parsed)
}

describe.each(linkFields)('%s', (field) => {
  const own = hostsOf[field]?.[0] ?? 'anna-trading.it'

  test('no bypass of the table gets through', () => {
    for (const text of bypasses) {
      expectSafe(field, text)
      expectSafe(field, text.replaceAll('myfxbook.com', own))
    }
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://a.it/1',
    'ftp://a.it/',
  ])('%s is no link', (text) => expect(read(field, text)).toMatchObject({ ok: false }))

  test('leads where it may, over https', () => {
    expect(read(field, ` https://${own}/a `)).toEqual({ ok: true, url: `https://${own}/a` })
    expect(read(field, `HTTP://www.${own}/a`)).toEqual({ ok: true, url: `https://www.${own}/a` })
    expect(read(field, '  ')).toEqual({ ok: true, url: null })
  })

  test(`is at most ${limits.url.max} characters`, () => {
    const start = `https://${own}/`
    expect(read(field, start.padEnd(limits.url.max, 'a'))).toMatchObject({ ok: true })
    expect(read(field, start.padEnd(limits.url.max + 1, 'a'))).toMatchObject({ ok: false })
  })

  test('whatever is typed', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'https://',
        'http://',
        own,
        'evil.com',
        '@',
        ':',
        '/',
        '\\',
        '?',
        '#',
        '.',
        '%',
        '\t',
        '\u202e',
        '[',
        '127.0.0.1',
      ),
      fc.string({ maxLength: 4 }),
    )
    const messy = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''))
    const start = fc.constantFrom('', 'https://', 'http://', `https://${own}`, `http://${own}`, 't.me/', 'discord.gg/')
    fc.assert(
      fc.property(start, fc.oneof(messy, fc.webUrl()), (before, text) => expectSafe(field, before + text)),
      { numRuns: 500 },
    )
  })
})

test('what people pass on without https:// is completed', () => {
  expect(read('telegram_url', 't.me/anna')).toEqual({ ok: true, url: 'https://t.me/anna' })
  expect(read('discord_url', 'discord.gg/anna')).toEqual({ ok: true, url: 'https://discord.gg/anna' })
  expect(read('website_url', 'anna.it')).toMatchObject({ ok: false })
})

describe('what a moderator looks at twice', () => {
  const content = emptyContent()
  content.links.website_url = 'https://bit.ly/x'
  content.links.telegram_url = 'https://t.me/anna'
  content.links.broker_referral_url = 'https://xn--brker-mta.com/'
  content.content.video_url = 'https://anna.it/video'
  content.cta_buttons[0] = { text: 'Copia i miei trade', url: 'https://www.youtube.com/@anna', style: 'primary' }

  test('shorteners, other alphabets, videos from elsewhere', () => {
    expect(linkWarnings(content, null)).toEqual([
      { field: 'links.website_url', kind: 'shortener', host: 'bit.ly' },
      { field: 'links.broker_referral_url', kind: 'unusual_host', host: 'xn--brker-mta.com' },
      { field: 'content.video_url', kind: 'unusual_host', host: 'anna.it' },
    ])
  })

  test('hosts that the published version does not know', () => {
    const published = structuredClone(content)
    expect(linkWarnings(content, published).filter(({ kind }) => kind === 'changed')).toEqual([])
    published.cta_buttons = []
    expect(linkWarnings(content, published).filter(({ kind }) => kind === 'changed')).toEqual([
      { field: 'cta_buttons.0.url', kind: 'changed', host: 'www.youtube.com' },
    ])
  })
})
