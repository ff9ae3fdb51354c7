import type { FastifyInstance } from 'fastify'
import { actorOf, recordAudit } from '#server/audit.ts'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { fail, refuseFields, refuseField } from '#server/http/failure.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import type { TraderLink } from '#shared/text/links.ts'
import { removeMyfxbook, setMyfxbook, setTraderLinks } from '../links-contract.ts'
import { linkNames, myfxbookHost, readMyfxbook, readTraderLink } from '../own-links.ts'
import { lastLinkedRank } from '../rules.ts'
import { lockLinks, updateLinks, updateMyfxbook } from './link-queries.ts'

type Links = ResponseOf<typeof setTraderLinks>['links']

export function registerLinkRoutes(
  app: FastifyInstance,
  kernel: Kernel,
  leaderboard: Pick<Leaderboard, 'rankOf'>,
): void {
  const { sql, clock, config, changes } = kernel
  const now = () => instantText(Math.floor(clock.now()))
  const host = myfxbookHost(config.MYFXBOOK_HOST)

  async function store(traderId: string, url: string | null): Promise<ResponseOf<typeof setMyfxbook>> {
    await updateMyfxbook(sql, traderId, url, now())
    changes.announce(traderId)
    const message = url === null ? '✅ MyFxBook rimosso' : '✅ MyFxBook collegato con successo!'
    return { success: true, message, myfxbook_url: url }
  }

  handle(app, kernel, setMyfxbook, async ({ body, session }) =>
    store(session.trader_id, myfxbookUrl(body.myfxbook_url ?? '', host)),
  )
  handle(app, kernel, removeMyfxbook, async ({ session }) => store(session.trader_id, null))

  handle(app, kernel, setTraderLinks, async ({ body, session, request }) => {
    const requested = requestedLinks(body.links, host)
    const links = await sql.begin(async (tx) => {
      const before = await lockLinks(tx, body.trader_id)
      if (before === null) return fail('USER_NOT_FOUND')
      // Read with the row locked: a place that was lost a moment ago no longer counts.
      const rank = leaderboard.rankOf(body.trader_id)
      if (rank === null || rank > lastLinkedRank) return fail('LINKS_RESERVED')
      const after = { ...before, ...requested }
      await updateLinks(tx, body.trader_id, withoutEmpty(after), now())
      await recordAudit(tx, actorOf(request, session), {
        action: 'trader.links',
        subject: body.trader_id,
        // The links may name the trader, and the audit log is never deleted.
        details: { rank, ...changesOf(before, after) },
        at: now(),
      })
      return after
    })
    changes.announce(body.trader_id)
    return {
      success: true as const,
      message: 'Link salvati.',
      links: Object.fromEntries(linkNames.map((name) => [name, links[name] ?? null])) as Links,
    }
  })
}

/**
 * The page of the verification service that a text names; null for an empty text, which removes it.
 * @throws Failure VALIDATION
 */
function myfxbookUrl(text: string, host: string): string | null {
  const read = readMyfxbook(text, host)
  if (read.ok) return read.url
  return refuseField('myfxbook_url', read.sentence)
}

/**
 * The links to set, null to remove, for the names that were sent.
 * @throws Failure VALIDATION with a sentence at each refused link
 */
function requestedLinks(
  links: BodyOf<typeof setTraderLinks>['links'],
  host: string,
): Partial<Record<TraderLink, string | null>> {
  const requested: Partial<Record<TraderLink, string | null>> = {}
  const fields: Record<string, string> = {}
  for (const name of linkNames) {
    const text = links[name]
    if (text === undefined) continue
    const read = readTraderLink(name, text ?? '', host)
    if (read.ok) requested[name] = read.url
    else fields[`links.${name}`] = read.sentence
  }
  refuseFields(fields)
  return requested
}

function changesOf(
  before: Partial<Record<TraderLink, string>>,
  after: Partial<Record<TraderLink, string | null>>,
): { set: TraderLink[]; removed: TraderLink[] } {
  const changed = linkNames.filter((name) => (before[name] ?? null) !== (after[name] ?? null))
  return { set: changed.filter((name) => after[name]), removed: changed.filter((name) => !after[name]) }
}

function withoutEmpty(links: Partial<Record<TraderLink, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(links).flatMap(([name, url]) => (url ? [[name, url]] : [])))
}
