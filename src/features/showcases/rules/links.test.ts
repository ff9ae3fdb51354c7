import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messyAddress, webAddress } from '#shared/testing/web-address.ts'
import { bypasses } from '#shared/testing/link-bypasses.ts'
import { emptyContent } from './content.ts'
import { fields, LINK_MAX, type LinkField } from './fields.ts'
import { linkWarnings, readShowcaseLink } from './links.ts'

const host = 'myfxbook.com'
const linkFields = { ...fields.links, video_url: fields.content.video_url, cta: fields.cta_buttons.fields.url }
type Name = keyof typeof linkFields
const names = Object.keys(linkFields) as Name[]
const read = (name: Name, text: string) => {
  const field: LinkField = linkFields[name]
  return readShowcaseLink(field, text, host)
}
/** The hosts of a field that has any. */
const hostsOf: Partial<Record<Name, string[]>> = {
  myfxbook_url: [host],
  fxblue_url: ['fxblue.com'],
  mql5_signal_url: ['mql5.com'],
  telegram_url: ['t.me', 'telegram.me'],
  discord_url: ['discord.gg', 'discord.com'],
}

/** Problems of a read address: an accepted one is https, public, of the hosts of its field, and stable when read again. */
function problemsOf(name: Name, text: string): string[] {
  const parsed = read(name, text)
  if (!parsed.ok) {
    // The address that the sentence suggests must be accepted.
    const offered = /^Scrivi (?:.* )?(\S+)$/.exec(parsed.sentence)?.[1]
    if (offered !== undefined) return read(name, offered).ok ? [] : ['offers what is refused']
    return parsed.sentence.startsWith('Il link ') ? [] : ['no sentence']
  }
  if (parsed.url === null) return text.trim() === '' ? [] : ['nothing stored']
  const url = new URL(parsed.url)
  const hosts = hostsOf[name]
  const again = read(name, parsed.url)
  const rules: Record<string, boolean> = {
    https: url.protocol === 'https:',
    bare: `${url.username}${url.password}${url.port}` === '',
    named: /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(url.hostname),
    public: !/^\d+(\.\d+)*$|(^|\.)(localhost|local|internal)$/.test(url.hostname),
    short: parsed.url.length <= LINK_MAX,
    own: hosts?.some((allowed) => url.hostname === allowed || url.hostname.endsWith(`.${allowed}`)) ?? true,
    stable: again.ok && again.url === parsed.url,
  }
  return Object.keys(rules).flatMap((rule) => (rules[rule] ? [] : [`${text}: not ${rule}`]))
}

describe.each(names)('%s', (field) => {
  const own = hostsOf[field]?.[0] ?? 'anna-trading.it'

  test('no bypass of the table gets through', () => {
    const texts = bypasses.flatMap((text) => [text, text.replaceAll('myfxbook.com', own)])
    expect(texts.flatMap((text) => problemsOf(field, text))).toEqual([])
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

  test(`is at most ${LINK_MAX} characters`, () => {
    const start = `https://${own}/`
    expect(read(field, start.padEnd(LINK_MAX, 'a'))).toMatchObject({ ok: true })
    expect(read(field, start.padEnd(LINK_MAX + 1, 'a'))).toMatchObject({ ok: false })
  })

  test('any typed text is refused with a sentence, or becomes a valid address', () => {
    const messy = messyAddress(own)
    const start = fc.constantFrom('', 'https://', 'http://', `https://${own}`, `http://${own}`, 't.me/', 'discord.gg/')
    fc.assert(
      fc.property(start, fc.oneof(messy, webAddress), (before, text) => {
        expect(problemsOf(field, before + text)).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})

test('addresses that people pass on without https:// are completed', () => {
  expect(read('telegram_url', 't.me/anna')).toEqual({ ok: true, url: 'https://t.me/anna' })
  expect(read('discord_url', 'discord.gg/anna')).toEqual({ ok: true, url: 'https://discord.gg/anna' })
  expect(read('website_url', 'anna.it')).toMatchObject({ ok: false })
})

test.each([
  ['telegram_url', '@martina', 'Scrivi t.me/martina'],
  ['telegram_url', '@martina bella', 'Il link non è valido.'],
  ['website_url', 'martina.it', 'Scrivi l’indirizzo intero, per esempio https://martina.it'],
  ['cta', 'www.martina.it/corsi', 'Scrivi l’indirizzo intero, per esempio https://www.martina.it'],
  ['website_url', 'martina', 'Il link deve iniziare con https://'],
  ['website_url', 'router.local', 'Il link deve iniziare con https://'],
] as const)('%s: the sentence names what %j lacks', (name, text, sentence) => {
  expect(read(name, text)).toEqual({ ok: false, sentence })
})

describe('links that a moderator checks', () => {
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
