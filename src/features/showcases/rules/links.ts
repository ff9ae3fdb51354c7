import type { LinkName, ShowcaseContent } from '#features/showcases/contract.ts'
import { linkProblem, parseLink, type LinkRule } from '#shared/links.ts'
import { limits } from './limits.ts'

/** Where a showcase may lead: the same rule in the editor, in the call, and once more before anybody is shown it. `docs/showcases.md`, links. */

export type LinkField = LinkName | 'video_url' | 'cta'

/** Any public host where none is named; the verification service's is configured. */
const rules: Record<LinkField, LinkRule> = {
  myfxbook_url: {},
  fxblue_url: { hosts: ['fxblue.com'] },
  mql5_signal_url: { hosts: ['mql5.com'] },
  telegram_url: { hosts: ['t.me', 'telegram.me'], bareHosts: ['t.me', 'telegram.me'] },
  discord_url: { hosts: ['discord.gg', 'discord.com'], bareHosts: ['discord.gg', 'discord.com'] },
  website_url: {},
  broker_referral_url: {},
  video_url: {},
  cta: {},
}
export const linkFields = Object.keys(rules) as LinkField[]

export type ReadShowcaseLink = { ok: true; url: string | null } | { ok: false; sentence: string }

/**
 * The address that a text means; null for an empty one. Addresses typed with http:// are kept with https://: nobody is led over a line
 * that others can read or change, and hosts without https are out of reach for browsers of today.
 * @param myfxbookHost host of the verification service, without a port
 */
export function readShowcaseLink(field: LinkField, text: string, myfxbookHost: string): ReadShowcaseLink {
  const typed = text.trim()
  if (typed === '') return { ok: true, url: null }
  const hosts = field === 'myfxbook_url' ? { hosts: [myfxbookHost] } : {}
  const rule: LinkRule = { ...rules[field], ...hosts, maximumLength: limits.url.max }
  const parsed = parseLink(typed.replace(/^http:/i, 'https:'), rule)
  return parsed.ok ? parsed : { ok: false, sentence: completion(field, typed, rule) ?? linkProblem(parsed.fault, rule) }
}

/** What somebody who wrote a name or a bare site meant to write; null where that is not known. */
function completion(field: LinkField, typed: string, rule: LinkRule): string | null {
  if (field === 'telegram_url' && /^@\w{1,32}$/.test(typed)) return `Scrivi t.me/${typed.slice(1)}`
  const isBare = /^[a-z0-9-]+(\.[a-z0-9-]+)+(\/|$)/i.test(typed)
  const whole = isBare ? parseLink(`https://${typed}`, rule) : null
  return whole?.ok ? `Scrivi l’indirizzo intero, per esempio https://${new URL(whole.url).host}` : null
}

/** What a moderator looks at twice. */
export interface LinkWarning {
  /** Path in the content: `links.website_url`, `cta_buttons.0.url`. */
  field: string
  kind: 'shortener' | 'changed' | 'unusual_host'
  /** As browsers read it. */
  host: string
}

/** They hide where they lead, and may lead elsewhere tomorrow. */
const shorteners = new Set(
  (
    'bit.ly bit.do bitly.com bl.ink buff.ly clck.ru cutt.ly dub.co dub.sh goo.gl is.gd lnkd.in ow.ly qr.ae rb.gy rebrand.ly ' +
    's.id short.gy short.io shorte.st shorturl.at soo.gd surl.li t.co t.ly tiny.cc tinyurl.com trib.al u.to urlz.fr v.gd adf.ly'
  ).split(' '),
)
const videoHosts = ['youtube.com', 'youtu.be', 'vimeo.com', 'dailymotion.com', 'twitch.tv', 'loom.com', 'wistia.com']
const within = (host: string, parent: string) => host === parent || host.endsWith(`.${parent}`)

/**
 * Links that R48 has a person look at: shorteners, hosts in other alphabets, videos from elsewhere than the known places, and those whose
 * host is another one than in the published version.
 */
export function linkWarnings(content: ShowcaseContent, published: ShowcaseContent | null): LinkWarning[] {
  const before = new Set(published === null ? [] : addresses(published).map(({ url }) => URL.parse(url)?.hostname))
  return addresses(content).flatMap(({ field, url }) => {
    const host = URL.parse(url)?.hostname ?? ''
    const bare = host.replace(/^www\./, '')
    const kinds: LinkWarning['kind'][] = []
    if (shorteners.has(bare)) kinds.push('shortener')
    const isOdd = /(^|\.)xn--/.test(host)
    const isOther = field === 'content.video_url' && !videoHosts.some((known) => within(host, known))
    if (isOdd || isOther) kinds.push('unusual_host')
    if (published !== null && !before.has(host)) kinds.push('changed')
    return kinds.map((kind) => ({ field, kind, host }))
  })
}

/** Every link of a content, with its path. */
function addresses({ links, content, cta_buttons }: ShowcaseContent): { field: string; url: string }[] {
  const all: [string, string | null][] = [
    ...Object.entries(links).map(([name, url]): [string, string | null] => [`links.${name}`, url]),
    ['content.video_url', content.video_url],
    ...cta_buttons.map(({ url }, index): [string, string | null] => [`cta_buttons.${index}.url`, url]),
  ]
  return all.flatMap(([field, url]) => (url === null ? [] : [{ field, url }]))
}
