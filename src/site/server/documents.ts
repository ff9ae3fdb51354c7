import { ignoredIn } from '#features/leaderboard/ignored.ts'
import { addressOfSelection, selectionOf } from '#features/leaderboard/page.ts'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { addressOfShowcases, selectionOf as showcasesOf } from '#features/showcases/page.ts'
import { buttonAddress, showcaseAddress } from '#features/showcases/rules/addresses.ts'
import { fields } from '#features/showcases/rules/fields.ts'
import type { ShowcaseAnswer, Showcases } from '#features/showcases/server/service.ts'
import { comparisonOf } from '#features/traders/compare-page.ts'
import { comparePath } from '#shared/compare-address.ts'
import { leavingAddress, ledgerAddress, traderAddress, type LeavingLink } from '#shared/trader-address.ts'
import type { TraderAnswers } from '#features/traders/server/answers.ts'
import type { BuiltPages } from '#server/http/assets.ts'
import { finishBytes, type FinishedBytes } from '#server/http/bytes.ts'
import { contentTypes } from '#server/http/content.ts'
import type { Kernel } from '#server/kernel.ts'
import type { PageRequest, SeededAnswer } from '#shared/page.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import type { SeededView } from './seeded-views.ts'
import { comparisonSeed, gridSeeds, leaderboardSeeds, performanceSeed, profileSeed, showcaseSeed } from './seeds.ts'

/** The sources of documents' answers. */
export interface Sources {
  leaderboard: Pick<Leaderboard, 'listData' | 'statsData' | 'snapshot' | 'onSnapshot'>
  traders: (username: string) => Promise<TraderAnswers>
  showcases: Pick<Showcases, 'detail' | 'listData' | 'onChange'>
}

/** Public documents as finished bytes, each made once for each content version. */
export interface Documents {
  /** The list at an address; addresses that select the same rows share a document. */
  list(search: URLSearchParams): Promise<FinishedBytes>
  /** A trader's page, and the name in its owner's spelling. 404 as in the profile. */
  trader(username: string): Promise<{ username: string; bytes: FinishedBytes }>
  unknownTrader(username: string): Promise<FinishedBytes>
  /** The page that checks a trader's ledger of syncs; the browser requests the entries. */
  ledger(username: string): Promise<{ username: string; bytes: FinishedBytes }>
  unknownLedger(username: string): Promise<FinishedBytes>
  /** The page before one of the trader's links. 404 where the profile does not show it. */
  leaving(username: string, link: LeavingLink): Promise<{ username: string; bytes: FinishedBytes }>
  unknownLeaving(username: string, link: string): Promise<FinishedBytes>
  /** The comparison at an address. There are too many of them to cache a document of each. */
  compare(search: URLSearchParams): Promise<FinishedBytes>
  /** The grid at an address; addresses that select the same rows share a document. */
  showcases(search: URLSearchParams): Promise<FinishedBytes>
  /** A showcase's page. 404 as in the call: for all but its owner and admins, whom only the browser knows. */
  showcase(showcaseId: string): Promise<FinishedBytes>
  unknownShowcase(showcaseId: string): Promise<FinishedBytes>
  /** The page before one of the showcase's buttons, by its place from 1. 404 where the showcase does not show it. */
  showcaseButton(showcaseId: string, position: string): Promise<FinishedBytes>
  unknownShowcaseButton(showcaseId: string, position: string): Promise<FinishedBytes>
  /** A view of `seededViews`, by its name. */
  seeded(name: string, view: SeededView, search: URLSearchParams): Promise<FinishedBytes>
  /** Serves every address that no page has. */
  notFound(): Promise<FinishedBytes>
  /** A document without answers: the browser requests them. */
  bare(url: string): Promise<FinishedBytes>
  /** The document of every address while the site is closed, with the admins' message. No client stores it. */
  closed(url: string, message: string): Promise<FinishedBytes>
}

/** Logged where a screen is drawn without an answer that it requests: its document shows no data. */
export const unansweredNote = 'document without answers'

/** Cached documents of each list for one version of its content; documents of further addresses are not cached. */
const cachedLists = 300
/** How long a page without a date in its answers is cached, in milliseconds. */
const undatedMs = MINUTE_MS

export function createDocuments(
  kernel: Pick<Kernel, 'config' | 'clock' | 'sql' | 'log'>,
  { render, assets }: Pick<BuiltPages, 'render' | 'assets'>,
  { leaderboard, traders, showcases }: Sources,
  demo: boolean,
): Documents {
  const { config, clock, log } = kernel
  const requestOf = (url: string, seeds: readonly SeededAnswer[]): PageRequest => ({
    url,
    origin: config.APP_URL,
    seeds,
    demo,
    assets,
  })

  async function document(
    url: string,
    seeds: readonly SeededAnswer[],
    isCurrent?: () => boolean,
    now?: number,
  ): Promise<FinishedBytes> {
    const { status, html, unanswered } = await render({
      ...requestOf(url, seeds),
      ...(now !== undefined && { now }),
    })
    if (unanswered.length > 0) log.warn({ url, calls: unanswered }, unansweredNote)
    return finishBytes(html, { type: contentTypes.html, status, ...(isCurrent && { isCurrent }) })
  }

  let lists = new Map<string, Promise<FinishedBytes>>()
  let snapshots = 0
  leaderboard.onSnapshot(() => {
    lists = new Map()
    snapshots += 1
  })
  let grids = new Map<string, { made: Promise<FinishedBytes>; until: number }>()
  showcases.onChange(() => (grids = new Map()))
  /** Removed together with the answers they were made of. */
  const showcasePages = new WeakMap<ShowcaseAnswer, Promise<FinishedBytes>>()
  /** By the places that a button can have. */
  const buttonPages = new Map<string, typeof showcasePages>(
    Array.from({ length: fields.cta_buttons.most }, (_, index) => [String(index + 1), new WeakMap()]),
  )
  const profiles = new WeakMap<TraderAnswers, Promise<FinishedBytes>>()
  const ledgers = new WeakMap<TraderAnswers, Promise<FinishedBytes>>()
  const leavings: Record<LeavingLink, typeof ledgers> = {
    'copy-trading': new WeakMap(),
    telegram: new WeakMap(),
    website: new WeakMap(),
  }
  /** By their addresses, of which there are few. */
  const undated = new Map<string, { made: Promise<FinishedBytes>; until: number }>()

  /** Caches a page that only changes with the moment it describes. */
  function cachedForAMinute(
    url: string,
    make: (isCurrent: () => boolean) => Promise<FinishedBytes>,
  ): Promise<FinishedBytes> {
    const now = clock.now()
    const held = undated.get(url)
    if (held !== undefined && now < held.until) return held.made
    const until = now + undatedMs
    const made = make(() => clock.now() < until)
    undated.set(url, { made, until })
    made.catch(() => undated.delete(url))
    return made
  }

  /** A trader's page, made once for each state of the trader. */
  function ofAnswers(
    pages: WeakMap<TraderAnswers, Promise<FinishedBytes>>,
    answers: TraderAnswers,
    url: string,
    seeds: () => readonly SeededAnswer[],
  ): Promise<FinishedBytes> {
    const held = pages.get(answers)
    if (held !== undefined) return held
    const made = document(url, seeds(), answers.isCurrent)
    pages.set(answers, made)
    made.catch(() => pages.delete(answers))
    return made
  }

  /** A page of a showcase, made once for each answer. */
  async function ofShowcase(pages: typeof showcasePages, showcaseId: string, url: string): Promise<FinishedBytes> {
    const answer = await showcases.detail(showcaseId)
    const held = pages.get(answer)
    if (held !== undefined) return held
    const made = document(url, [showcaseSeed(showcaseId, answer.bytes)], answer.isCurrent)
    pages.set(answer, made)
    made.catch(() => pages.delete(answer))
    return made
  }

  const bare = (url: string) => document(url, [])

  let closedPages = { message: '', made: new Map<string, Promise<FinishedBytes>>() }

  async function closedDocument(url: string, message: string): Promise<FinishedBytes> {
    const closed = { message, support: config.SUPPORT_EMAIL ?? null }
    const { html } = await render({ ...requestOf(url, []), closed })
    return finishBytes(html, { type: contentTypes.html, status: 503, cacheControl: 'no-store' })
  }

  return {
    list(given) {
      // Only the filters count: other parameters of an address (`?utm_source=…`) make no other document.
      const address = addressOfSelection(selectionOf(given))
      // The document says only that something is ignored: the texts of visitors would make one each.
      const url = ignoredIn(given).length === 0 ? address : `${address}${address === '/' ? '?' : '&'}ignored=1`
      const held = lists.get(url)
      if (held !== undefined) return held
      const seeds = leaderboardSeeds(new URL(url, config.APP_URL).searchParams, leaderboard)
      const own = snapshots
      const made = document(url, seeds, () => snapshots === own)
      const cache = lists
      if (cache.size < cachedLists) {
        cache.set(url, made)
        made.catch(() => cache.delete(url))
      }
      return made
    },
    async trader(given) {
      const answers = await traders(given)
      const { username, profile, performance } = answers
      const seeds = () => [profileSeed(username, profile()), performanceSeed(username, performance())]
      return { username, bytes: await ofAnswers(profiles, answers, traderAddress(username), seeds) }
    },
    unknownTrader(username) {
      const seeds = [profileSeed(username, null), performanceSeed(username, null)]
      return document(traderAddress(username), seeds)
    },
    async ledger(given) {
      const answers = await traders(given)
      const { username, profile } = answers
      const seeds = () => [profileSeed(username, profile())]
      return { username, bytes: await ofAnswers(ledgers, answers, ledgerAddress(username), seeds) }
    },
    unknownLedger: (username) => document(ledgerAddress(username), [profileSeed(username, null)]),
    async leaving(given, link) {
      const answers = await traders(given)
      const { username, profile } = answers
      const seeds = () => [profileSeed(username, profile())]
      return { username, bytes: await ofAnswers(leavings[link], answers, leavingAddress(username, link), seeds) }
    },
    unknownLeaving: (username, link) => document(leavingAddress(username, link), [profileSeed(username, null)]),
    async compare(search) {
      const query = comparisonOf(search)
      const url = `${comparePath}?${new URLSearchParams({ ...query }).toString()}`
      return document(url, [await comparisonSeed(query, traders)])
    },
    showcases(given) {
      const selection = showcasesOf(given)
      const url = addressOfShowcases(selection)
      const now = clock.now()
      const held = grids.get(url)
      if (held !== undefined && now < held.until) return held.made
      const made = document(url, gridSeeds(selection, showcases))
      const cache = grids
      if (cache.size < cachedLists) {
        // A Diamond plan may end at any moment.
        cache.set(url, { made, until: now + undatedMs })
        made.catch(() => cache.delete(url))
      }
      return made
    },
    showcase: (showcaseId) => ofShowcase(showcasePages, showcaseId, showcaseAddress(showcaseId)),
    unknownShowcase: (showcaseId) => document(showcaseAddress(showcaseId), [showcaseSeed(showcaseId, null)]),
    // Places that no button has are without end: their pages are not cached.
    showcaseButton: (showcaseId, position) =>
      ofShowcase(buttonPages.get(position) ?? new WeakMap(), showcaseId, buttonAddress(showcaseId, position)),
    unknownShowcaseButton: (showcaseId, position) =>
      document(buttonAddress(showcaseId, position), [showcaseSeed(showcaseId, null)]),
    seeded(name, { seeds, parameters, isCached, isDated = false }, search) {
      const url = `/?${new URLSearchParams({ view: name, ...parameters?.(search) }).toString()}`
      const hour = isDated ? Math.floor(clock.now() / HOUR_MS) * HOUR_MS : undefined
      const make = async (isCurrent?: () => boolean) => document(url, await seeds(kernel), isCurrent, hour)
      return isCached?.(search) === false ? make() : cachedForAMinute(url, make)
    },
    notFound: () => cachedForAMinute(notFoundAddress, () => bare(notFoundAddress)),
    bare,
    closed(url, message) {
      if (closedPages.message !== message) closedPages = { message, made: new Map() }
      const { made } = closedPages
      const held = made.get(url)
      if (held !== undefined) return held
      const page = closedDocument(url, message)
      if (made.size < cachedLists) {
        made.set(url, page)
        page.catch(() => made.delete(url))
      }
      return page
    },
  }
}

/** An address without a view. */
const notFoundAddress = '/404'
