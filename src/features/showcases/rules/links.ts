import { linkProblem, parseLink, type LinkRule } from '#shared/text/links.ts'
import { LINK_MAX, type LinkField, type ShowcaseContent } from './fields.ts'
import { linksOf } from './leaves.ts'

/** The rule for links of a showcase, shared by the editor, the call and every answer. `docs/showcases.md`, links. */

/** An address, null for an empty one; or why it is refused. */
export type ReadLink = { ok: true; url: string | null } | { ok: false; sentence: string }

/**
 * The address that a text means. Addresses typed with http:// are stored with https://: no reader sends a request that others can
 * read or change, and browsers do not reach hosts without https.
 * @param myfxbookHost host of the verification service, without a port
 */
export function readShowcaseLink(field: LinkField, text: string, myfxbookHost: string): ReadLink {
  const typed = text.trim()
  if (typed === '') return { ok: true, url: null }
  const rule = ruleOf(field, myfxbookHost)
  const parsed = parseLink(typed.replace(/^http:/i, 'https:'), rule)
  return parsed.ok ? parsed : { ok: false, sentence: completion(typed, rule) ?? linkProblem(parsed.error, rule) }
}

function ruleOf({ hosts, bareHosts = [], isVerification }: LinkField, myfxbookHost: string): LinkRule {
  const allowed = isVerification === true ? [myfxbookHost] : hosts
  return { ...(allowed !== undefined && { hosts: allowed }), bareHosts, maximumLength: LINK_MAX }
}

/** The address that a person meant who typed a name or a bare site; null where it is unknown. */
function completion(typed: string, rule: LinkRule): string | null {
  if (rule.bareHosts?.includes('t.me') === true && /^@\w{1,32}$/.test(typed)) return `Scrivi t.me/${typed.slice(1)}`
  const isBare = /^[a-z0-9-]+(\.[a-z0-9-]+)+(\/|$)/i.test(typed)
  const whole = isBare ? parseLink(`https://${typed}`, rule) : null
  return whole?.ok ? `Scrivi l’indirizzo intero, per esempio https://${new URL(whole.url).host}` : null
}

/** A link that a moderator must check. */
export interface LinkWarning {
  /** Path in the content: `links.website_url`, `cta_buttons.0.url`. */
  field: string
  kind: 'shortener' | 'changed' | 'unusual_host'
  /** The host as browsers read it. */
  host: string
}

/** Link shorteners: they hide the target, and the target may change. */
const shorteners = new Set(
  (
    'bit.ly bit.do bitly.com bl.ink buff.ly clck.ru cutt.ly dub.co dub.sh goo.gl is.gd lnkd.in ow.ly qr.ae rb.gy rebrand.ly ' +
    's.id short.gy short.io shorte.st shorturl.at soo.gd surl.li t.co t.ly tiny.cc tinyurl.com trib.al u.to urlz.fr v.gd adf.ly'
  ).split(' '),
)
const within = (host: string, parent: string) => host === parent || host.endsWith(`.${parent}`)

/**
 * Links that a person must check by R48: shorteners, hosts in other alphabets, videos of unknown sites, and links whose
 * host is another one than in the published version.
 */
export function linkWarnings(content: ShowcaseContent, published: ShowcaseContent | null): LinkWarning[] {
  const before = new Set(published === null ? [] : linksOf(published).map(({ value }) => URL.parse(value)?.hostname))
  return linksOf(content).flatMap(({ path, field, value }) => {
    const host = URL.parse(value)?.hostname ?? ''
    const bare = host.replace(/^www\./, '')
    const kinds: LinkWarning['kind'][] = []
    if (shorteners.has(bare)) kinds.push('shortener')
    const isOdd = /(^|\.)xn--/.test(host)
    const isOther = field.usualHosts !== undefined && !field.usualHosts.some((known) => within(host, known))
    if (isOdd || isOther) kinds.push('unusual_host')
    if (published !== null && !before.has(host)) kinds.push('changed')
    return kinds.map((kind) => ({ field: path, kind, host }))
  })
}
