import { addressOfSelection, leaderboardAnswers, selectionOf } from '#features/leaderboard/page.ts'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import {
  addressOfShowcases,
  selectionOf as showcasesOf,
  showcasesQueryOf,
  type ShowcaseSelection,
} from '#features/showcases/page.ts'
import { showcaseAddress } from '#features/showcases/rules/addresses.ts'
import type { ShowcaseAnswer, Showcases } from '#features/showcases/server/service.ts'
import { catalogue, planOf } from '#features/subscriptions/catalogue.ts'
import { ledgerAddress, traderAddress } from '#shared/trader-address.ts'
import type { TraderAnswers } from '#features/traders/server/answers.ts'
import type { BuiltPages } from '#server/assets.ts'
import { finishBytes, type FinishedBytes } from '#server/bytes.ts'
import type { Kernel } from '#server/kernel.ts'
import type { PageRequest, SeededAnswer } from '#shared/page.ts'

/** Where documents find what they show. */
export interface Sources {
  leaderboard: Pick<Leaderboard, 'listData' | 'statsData' | 'snapshot' | 'onSnapshot'>
  traders: (username: string) => Promise<TraderAnswers>
  showcases: Pick<Showcases, 'detail' | 'listData' | 'onChange'>
}

/** Public documents as finished bytes, each made once for each content version. */
export interface Documents {
  /** The list at an address; addresses that select the same rows share a document. */
  list(search: URLSearchParams): Promise<FinishedBytes>
  /** A trader's page, and the name as its owner spells it. 404 as the profile has it. */
  trader(username: string): Promise<{ username: string; bytes: FinishedBytes }>
  unknownTrader(username: string): Promise<FinishedBytes>
  /** The page that checks a trader's ledger of syncs; the entries are asked for by the browser. */
  ledger(username: string): Promise<{ username: string; bytes: FinishedBytes }>
  unknownLedger(username: string): Promise<FinishedBytes>
  /** The grid at an address, as the list has it. */
  showcases(search: URLSearchParams): Promise<FinishedBytes>
  /** A showcase's page. 404 as the call has it: for everybody but its owner and admins, whom only the browser knows. */
  showcase(showcaseId: string): Promise<FinishedBytes>
  unknownShowcase(showcaseId: string): Promise<FinishedBytes>
  /** Pages of the catalogue alone: what Diamond is, and where plans are sold. `plan` and `coin` may be chosen beforehand. */
  ofCatalogue(view: CatalogueView, search: URLSearchParams): Promise<FinishedBytes>
  /** The page with which people write to us. */
  contacts(): Promise<FinishedBytes>
  /** What serves every address that is nobody's. */
  notFound(): Promise<FinishedBytes>
  /** A document without answers: the browser asks for them. */
  bare(url: string): Promise<FinishedBytes>
  /** What every address answers while the site is closed, with the admins' message. Nobody keeps it. */
  closed(url: string, message: string): Promise<FinishedBytes>
}

/** Views that show the catalogue and, to the server, nothing else. */
export const catalogueViews = ['diamond-info', 'basic-subscribe', 'diamond-subscribe'] as const
type CatalogueView = (typeof catalogueViews)[number]

/** Documents of each list kept for one content of it; a further address is rendered without being kept. */
const keptLists = 300
/** How long a page that no answer dates is kept: the moment that it speaks of moves. */
const undatedMs = 60_000

export function createDocuments(
  { config, clock }: Pick<Kernel, 'config' | 'clock'>,
  { render, assets }: Pick<BuiltPages, 'render' | 'assets'>,
  { leaderboard, traders, showcases }: Sources,
  demo: boolean,
): Documents {
  const requestOf = (url: string, seeds: readonly SeededAnswer[], now: number): PageRequest => ({
    url,
    origin: config.APP_URL,
    seeds,
    now,
    demo,
    assets,
  })

  async function document(url: string, seeds: readonly SeededAnswer[], now: number): Promise<FinishedBytes> {
    const request = requestOf(url, seeds, now)
    const { status, html } = await render(request)
    return finishBytes(html, { type: 'text/html; charset=utf-8', status })
  }

  let lists = new Map<string, Promise<FinishedBytes>>()
  leaderboard.onSnapshot(() => (lists = new Map()))
  let grids = new Map<string, { made: Promise<FinishedBytes>; until: number }>()
  showcases.onChange(() => (grids = new Map()))
  /** Die with the answers they were made of. */
  const showcasePages = new WeakMap<ShowcaseAnswer, Promise<FinishedBytes>>()
  const profiles = new WeakMap<TraderAnswers, Promise<FinishedBytes>>()
  /** By their addresses, of which there are few. */
  const undated = new Map<string, { made: Promise<FinishedBytes>; until: number }>()

  /** A page that only the moment that it speaks of makes another one. */
  function undatedPage(url: string, seeds: readonly SeededAnswer[]): Promise<FinishedBytes> {
    const now = clock.now()
    const held = undated.get(url)
    if (held !== undefined && now < held.until) return held.made
    const made = document(url, seeds, now)
    undated.set(url, { made, until: now + undatedMs })
    made.catch(() => undated.delete(url))
    return made
  }

  const bare = (url: string) => document(url, [], clock.now())

  let closedPages = { message: '', made: new Map<string, Promise<FinishedBytes>>() }

  async function closedDocument(url: string, message: string): Promise<FinishedBytes> {
    const closed = { message, support: config.SUPPORT_EMAIL ?? null }
    const { html } = await render({ ...requestOf(url, [], clock.now()), closed })
    return finishBytes(html, { type: 'text/html; charset=utf-8', status: 503, cacheControl: 'no-store' })
  }

  return {
    list(given) {
      // Only the filters count: what somebody adds to an address (`?utm_source=…`) makes no other document.
      const url = addressOfSelection(selectionOf(given))
      const held = lists.get(url)
      if (held !== undefined) return held
      const [list, stats] = leaderboardAnswers(new URL(url, config.APP_URL).searchParams)
      const made = document(
        url,
        [
          { ...list, data: leaderboard.listData(list.input.query) },
          { ...stats, data: leaderboard.statsData() },
        ],
        leaderboard.snapshot().generatedAt,
      )
      const kept = lists
      if (kept.size < keptLists) {
        kept.set(url, made)
        made.catch(() => kept.delete(url))
      }
      return made
    },
    async trader(given) {
      const answers = await traders(given)
      const { username, profile, performance, madeAt } = answers
      let made = profiles.get(answers)
      if (made === undefined) {
        const seeds = traderSeeds(username, readBytes(profile), readBytes(performance))
        made = document(traderAddress(username), seeds, madeAt)
        profiles.set(answers, made)
        made.catch(() => profiles.delete(answers))
      }
      return { username, bytes: await made }
    },
    unknownTrader: (username) => document(traderAddress(username), traderSeeds(username, null, null), clock.now()),
    async ledger(given) {
      const { username, profile, madeAt } = await traders(given)
      const seeds = [profileSeed(username, readBytes(profile))]
      return { username, bytes: await document(ledgerAddress(username), seeds, madeAt) }
    },
    unknownLedger: (username) => document(ledgerAddress(username), [profileSeed(username, null)], clock.now()),
    showcases(given) {
      const selection = showcasesOf(given)
      const url = addressOfShowcases(selection)
      const now = clock.now()
      const held = grids.get(url)
      if (held !== undefined && now < held.until) return held.made
      const made = document(url, gridSeeds(selection, showcases), now)
      const kept = grids
      if (kept.size < keptLists) {
        // A Diamond plan ends at a moment of its own.
        kept.set(url, { made, until: now + undatedMs })
        made.catch(() => kept.delete(url))
      }
      return made
    },
    async showcase(showcaseId) {
      const answer = await showcases.detail(showcaseId)
      let made = showcasePages.get(answer)
      if (made === undefined) {
        const seeds = [showcaseSeed(showcaseId, readBytes(answer.bytes))]
        made = document(showcaseAddress(showcaseId), seeds, answer.madeAt)
        showcasePages.set(answer, made)
        made.catch(() => showcasePages.delete(answer))
      }
      return made
    },
    unknownShowcase: (showcaseId) =>
      document(showcaseAddress(showcaseId), [showcaseSeed(showcaseId, null)], clock.now()),
    ofCatalogue(view, search) {
      const url = addressOfPlan(view, search)
      const seeds = [{ key: 'GET /api/plans', input: {}, data: { plans: catalogue() } }]
      // A coin is one of the provider's hundreds.
      return search.has('coin')
        ? document(`${url}&coin=${encodeURIComponent(search.get('coin') ?? '')}`, seeds, clock.now())
        : undatedPage(url, seeds)
    },
    contacts() {
      const seeds = [{ key: 'GET /api/contacts', input: {}, data: { support_email: config.SUPPORT_EMAIL ?? null } }]
      return undatedPage('/?view=contacts', seeds)
    },
    notFound: () => undatedPage(notFoundAddress, []),
    bare,
    closed(url, message) {
      if (closedPages.message !== message) closedPages = { message, made: new Map() }
      const { made } = closedPages
      const held = made.get(url)
      if (held !== undefined) return held
      const page = closedDocument(url, message)
      if (made.size < keptLists) {
        made.set(url, page)
        page.catch(() => made.delete(url))
      }
      return page
    },
  }
}

/** What the page is drawn from, and nothing else that somebody added to the address. */
function addressOfPlan(view: CatalogueView, search: URLSearchParams): string {
  const plan = planOf(search.get('plan') ?? '')
  return plan === null ? `/?view=${view}` : `/?view=${view}&plan=${plan.code}`
}

/** No view has it. */
const notFoundAddress = '/404'

function readBytes({ identity }: FinishedBytes): unknown {
  return JSON.parse(identity.toString())
}

function traderSeeds(username: string, profile: unknown, performance: unknown): SeededAnswer[] {
  const input = { params: { username } }
  return [profileSeed(username, profile), { key: 'GET /api/trader/:username/performance', input, data: performance }]
}

function profileSeed(username: string, data: unknown): SeededAnswer {
  return { key: 'GET /api/trader/:username', input: { params: { username } }, data }
}

function showcaseSeed(showcaseId: string, data: unknown): SeededAnswer {
  return { key: 'GET /api/showcases/:showcase_id', input: { params: { showcase_id: showcaseId } }, data }
}

/** Every portion that the address shows, each beginning where the one before ends. */
function gridSeeds(selection: ShowcaseSelection, showcases: Sources['showcases']): SeededAnswer[] {
  const seeds: SeededAnswer[] = []
  let cursor: string | null = null
  do {
    const query = showcasesQueryOf(selection, cursor)
    const data = showcases.listData(query)
    seeds.push({ key: 'GET /api/showcases', input: { query }, data })
    cursor = data.next_cursor
  } while (cursor !== null && seeds.length < selection.pages)
  return seeds
}
