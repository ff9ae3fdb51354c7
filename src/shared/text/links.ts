/** Addresses that people type and others click: one parser decides, on the address as browsers read it. */

export interface LinkRule {
  /** The host must be one of these or below one of them; any public host where absent. */
  hosts?: readonly string[]
  /** Characters at most, as typed and as stored. */
  maximumLength?: number
  /** Hosts whose addresses may be typed without `https://`, as people share them (`t.me/name`). */
  bareHosts?: readonly string[]
}

export type LinkError = 'too_long' | 'not_https' | 'malformed' | 'not_public' | 'wrong_host'
export type ParsedLink = { ok: true; url: string } | { ok: false; error: LinkError }

const defaultMaximum = 2048
/** Blanks, controls, signs that hide or reorder text, and the backslash, which browsers read as a slash. */
const forbidden = /[\s\\\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}]/u
/** Ends of names that are not public (RFC 6761, 6762, 7686, 8375, 9476, and routers' own). */
const privateEnds =
  /(^|\.)(localhost|local|localdomain|internal|intranet|private|corp|home|lan|arpa|test|invalid|example|onion|alt)$/
const publicName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/**
 * The normalised link of a text, or why there is none. Only https, without credentials or port, to a public name. The host is compared
 * after parsing, never inside the text (`https://evil.tld/?myfxbook.com` is not the host's).
 */
export function parseLink(text: string, rule: LinkRule = {}): ParsedLink {
  const maximum = rule.maximumLength ?? defaultMaximum
  const typed = completed(text.trim(), rule.bareHosts ?? [])
  if (typed.length > maximum) return { ok: false, error: 'too_long' }
  if (forbidden.test(typed)) return { ok: false, error: 'malformed' }
  // Exactly two slashes: browsers accept other counts, readers are misled by them.
  const authority = /^https:\/\/([^/?#]+)(?:[/?#]|$)/i.exec(typed)?.[1]
  if (authority === undefined) return { ok: false, error: /^https:/i.test(typed) ? 'malformed' : 'not_https' }
  const url = URL.parse(typed)
  if (url === null || url.protocol !== 'https:') return { ok: false, error: 'malformed' }
  if (url.username !== '' || url.password !== '' || url.port !== '' || /[@:%]/.test(authority)) {
    return { ok: false, error: 'malformed' }
  }
  const host = url.hostname
  if (!publicName.test(host) || privateEnds.test(host)) return { ok: false, error: 'not_public' }
  if (rule.hosts !== undefined && !rule.hosts.some((allowed) => isWithin(host, allowed))) {
    return { ok: false, error: 'wrong_host' }
  }
  // The stored address may be longer than the typed one: other alphabets are written in escapes.
  if (url.href.length > maximum) return { ok: false, error: 'too_long' }
  return { ok: true, url: url.href }
}

/** True where `host` is `parent` or a name below it. */
function isWithin(host: string, parent: string): boolean {
  const name = parent.toLowerCase()
  return host === name || host.endsWith(`.${name}`)
}

function completed(text: string, bareHosts: readonly string[]): string {
  const lower = text.toLowerCase()
  return bareHosts.some((host) => lower.startsWith(`${host}/`)) ? `https://${text}` : text
}

/** Longest link of a trader's profile. */
export const traderLinkMaximum = 300

/** The targets that each link of a profile may have. */
export const traderLinkRules = {
  copy_trading: {},
  telegram: { hosts: ['t.me', 'telegram.me', 'telegram.org'], bareHosts: ['t.me', 'telegram.me'] },
  instagram: { hosts: ['instagram.com'] },
  facebook: { hosts: ['facebook.com', 'fb.com', 'fb.me'] },
  tiktok: { hosts: ['tiktok.com'] },
  twitter: { hosts: ['twitter.com', 'x.com'] },
  broker: {},
  website: {},
  myfxbook: {},
} as const satisfies Record<string, LinkRule>

export type TraderLink = keyof typeof traderLinkRules

/** The sentence for a refused link. */
export function linkProblem(error: LinkError, rule: LinkRule): string {
  switch (error) {
    case 'too_long':
      return `Il link è troppo lungo: al massimo ${rule.maximumLength ?? defaultMaximum} caratteri.`
    case 'not_https':
      return 'Il link deve iniziare con https://'
    case 'wrong_host':
      return `Il link deve portare a ${(rule.hosts ?? []).join(', ').replace(/, ([^,]*)$/, ' o $1')}.`
    case 'not_public':
      return 'Il link deve portare a un sito pubblico.'
    case 'malformed':
      return 'Il link non è valido.'
  }
}
