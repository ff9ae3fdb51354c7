import type { FastifyInstance } from 'fastify'
import { actorOf, recordAudit } from '#features/admin/server/service.ts'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { fail } from '#server/failure.ts'
import { handle } from '#server/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import {
  linkProblem,
  parseLink,
  traderLinkMaximum,
  traderLinkRules,
  type LinkRule,
  type TraderLink,
} from '#shared/links.ts'
import { removeMyfxbook, setMyfxbook, setTraderLinks } from '../links-contract.ts'
import { lastLinkedRank } from '../rules.ts'
import { lockLinks, updateLinks, updateMyfxbook } from './link-queries.ts'

const names = Object.keys(traderLinkRules) as TraderLink[]

type Links = ResponseOf<typeof setTraderLinks>['links']

export function registerLinkRoutes(
  app: FastifyInstance,
  kernel: Kernel,
  leaderboard: Pick<Leaderboard, 'rankOf'>,
): void {
  const { sql, clock, config, changes } = kernel
  const now = () => instantText(Math.floor(clock.now()))
  const myfxbookHost = config.MYFXBOOK_HOST.replace(/:\d+$/, '').toLowerCase()

  async function store(traderId: string, url: string | null): Promise<ResponseOf<typeof setMyfxbook>> {
    await updateMyfxbook(sql, traderId, url, now())
    changes.announce(traderId)
    const message = url === null ? '✅ MyFxBook rimosso' : '✅ MyFxBook collegato con successo!'
    return { success: true, message, myfxbook_url: url }
  }

  handle(app, kernel, setMyfxbook, async ({ body, session }) =>
    store(session.trader_id, myfxbookUrl(body.myfxbook_url ?? '', myfxbookHost)),
  )
  handle(app, kernel, removeMyfxbook, async ({ session }) => store(session.trader_id, null))

  handle(app, kernel, setTraderLinks, async ({ body, session, request }) => {
    const wanted = wantedLinks(body.links, myfxbookHost)
    const links = await sql.begin(async (tx) => {
      const before = await lockLinks(tx, body.trader_id)
      if (before === null) return fail('USER_NOT_FOUND')
      // Read with the row locked: a place lost a moment ago no longer counts.
      const rank = leaderboard.rankOf(body.trader_id)
      if (rank === null || rank > lastLinkedRank) return fail('LINKS_RESERVED')
      const after = { ...before, ...wanted }
      await updateLinks(tx, body.trader_id, withoutEmpty(after), now())
      await recordAudit(tx, actorOf(request, session), {
        action: 'trader.links',
        subject: body.trader_id,
        details: { rank, before, after: withoutEmpty(after) },
        at: now(),
      })
      return after
    })
    changes.announce(body.trader_id)
    return {
      success: true as const,
      message: 'Link salvati.',
      links: Object.fromEntries(names.map((name) => [name, links[name] ?? null])) as Links,
    }
  })
}

/**
 * The page of the verification service that a text means; null for an empty text, which removes it.
 * @throws Failure VALIDATION
 */
function myfxbookUrl(text: string, host: string): string | null {
  if (text.trim() === '') return null
  const rule = { hosts: [host] }
  const parsed = parseLink(text, rule)
  if (parsed.ok) return parsed.url
  const elsewhere = parsed.fault === 'wrong_host' || !text.toLowerCase().includes(host)
  const sentence = elsewhere ? `L'URL deve contenere ${host}` : linkProblem(parsed.fault, rule)
  return fail('VALIDATION', { detail: sentence, fields: { myfxbook_url: sentence }, errors: [sentence] })
}

/**
 * The links to set, null to remove, for the names that were sent.
 * @throws Failure VALIDATION with a sentence at each refused link
 */
function wantedLinks(
  links: BodyOf<typeof setTraderLinks>['links'],
  myfxbookHost: string,
): Partial<Record<TraderLink, string | null>> {
  const wanted: Partial<Record<TraderLink, string | null>> = {}
  const fields: Record<string, string> = {}
  for (const name of names) {
    const text = links[name]
    if (text === undefined) continue
    if (text === null || text.trim() === '') {
      wanted[name] = null
      continue
    }
    const hosts = name === 'myfxbook' ? { hosts: [myfxbookHost] } : {}
    const rule: LinkRule = { ...traderLinkRules[name], ...hosts, maximumLength: traderLinkMaximum }
    const parsed = parseLink(text, rule)
    if (parsed.ok) wanted[name] = parsed.url
    else fields[`links.${name}`] = linkProblem(parsed.fault, rule)
  }
  const sentences = Object.values(fields)
  const [only] = sentences
  if (only === undefined) return wanted
  return fail('VALIDATION', { fields, errors: sentences, ...(sentences.length === 1 && { detail: only }) })
}

function withoutEmpty(links: Partial<Record<TraderLink, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(links).flatMap(([name, url]) => (url ? [[name, url]] : [])))
}
