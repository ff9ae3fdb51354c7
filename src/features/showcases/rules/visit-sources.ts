import type { ClickType } from '../analytics-contract.ts'
import type { LinkName } from './fields.ts'
import { linkLabels } from '../labels.ts'

/** Places of this site that lead to a showcase; `sito` is any other page of it. */
const places = {
  classifica: 'Classifica',
  profilo: 'Profilo',
  vetrine: 'Vetrine',
  sito: 'Altre pagine',
} as const
type Place = keyof typeof places

/** The source that our page reports where it knows none. An empty one would be left out of the address. */
export const unknownSource = 'diretto'

const isPlace = (text: string): text is Place => Object.hasOwn(places, text)

const placeOfView = new Map<string, Place>([
  ['leaderboard', 'classifica'],
  ['profile', 'profilo'],
  ['vetrine', 'vetrine'],
  ['showcases', 'vetrine'],
])

/** The place of an address of this site, path and query. */
export function placeOf(address: string): Place {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  if (pathname.startsWith('/trader/')) return 'profilo'
  return pathname === '/' ? (placeOfView.get(searchParams.get('view') ?? 'leaderboard') ?? 'sito') : 'sito'
}

const host = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** A source as it is counted: a place, a host without `www.`; empty for everything else. */
export function sourceOf(given: string | null | undefined): string {
  const text = (given ?? '').trim().toLowerCase()
  if (isPlace(text)) return text
  const bare = text.replace(/^www\./, '')
  return host.test(bare) ? bare : ''
}

/** The source for all hosts with few visitors. No caller can report it, since it is neither place nor host. */
export const otherSites = 'altri'

/** Label of a counted source. */
export function sourceLabel(source: string): string {
  if (source === '') return 'Diretto o sconosciuto'
  if (source === otherSites) return 'Altri siti'
  return isPlace(source) ? places[source] : source
}

/** Label of a clicked target. Buttons and documents are counted by their own text. */
export function clickLabel(type: ClickType, target: string): string {
  if (type === 'link') return linkLabels[target as LinkName] ?? target
  if (type === 'share') return 'Condividi'
  if (type === 'myfx_click') return 'Apri MyFxBook'
  return type === 'video' ? 'Video' : target
}
