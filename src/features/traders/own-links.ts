import {
  linkProblem,
  parseLink,
  traderLinkMaximum,
  traderLinkRules,
  type LinkRule,
  type TraderLink,
} from '#shared/text/links.ts'

/** The links that traders may set. Form and call share this rule. */

export const linkNames = Object.keys(traderLinkRules) as TraderLink[]

/** A typed link: the address to store, null to remove it, or the sentence that refuses it. */
export type ReadLink = { ok: true; url: string | null } | { ok: false; sentence: string }

/** The host of the verification service, taken from the configured address. */
export function myfxbookHost(configured: string): string {
  return configured.replace(/:\d+$/, '').toLowerCase()
}

/** The page of the verification service that a text names. */
export function readMyfxbook(text: string, host: string): ReadLink {
  if (text.trim() === '') return { ok: true, url: null }
  const rule = { hosts: [host] }
  const parsed = parseLink(text, rule)
  if (parsed.ok) return parsed
  const elsewhere = parsed.error === 'wrong_host' || !text.toLowerCase().includes(host)
  return { ok: false, sentence: elsewhere ? `L'URL deve contenere ${host}` : linkProblem(parsed.error, rule) }
}

/** A link of the profile. @param host of the verification service */
export function readTraderLink(name: TraderLink, text: string, host: string): ReadLink {
  if (text.trim() === '') return { ok: true, url: null }
  const hosts = name === 'myfxbook' ? { hosts: [host] } : {}
  const rule: LinkRule = { ...traderLinkRules[name], ...hosts, maximumLength: traderLinkMaximum }
  const parsed = parseLink(text, rule)
  return parsed.ok ? parsed : { ok: false, sentence: linkProblem(parsed.error, rule) }
}
