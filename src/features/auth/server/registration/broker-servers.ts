import type { FastifyInstance } from 'fastify'
import type { Sql } from '#server/database.ts'
import { handle } from '#server/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { listBrokerServers } from '../../broker-contract.ts'
import { matchingServers } from '../../broker-servers.ts'

/** How long a list of servers is told before it is read again, ms: new ones come by the day. */
const keptMs = 5 * 60_000
/** More than there are brokers; beyond it the least used are left out. */
const listedServers = 5_000
/** Fewer traders could be one, who gives strangers to read whatever an advisor calls a server. */
const leastTraders = 3

/** What a broker calls a server: an advisor can send anything as one, and strangers read this. */
const plausible = String.raw`^[A-Za-z0-9][A-Za-z0-9 ._&()-]{1,63}$`

/**
 * Names of the servers on which accounts of `leastTraders` are bound and have been seen, most used first: nothing about who is on them, and how many
 * only by the order.
 */
function knownServers(sql: Sql): Promise<{ server: string }[]> {
  return sql<{ server: string }[]>`
    select mode() within group (order by server) as server
      from trading_account
     where closed_at is null and first_snapshot_at is not null and server ~ ${plausible}
     group by server_key
    having count(distinct trader_id) >= ${leastTraders}
     order by count(*) desc, server_key
     limit ${listedServers}`
}

/** Suggestions for a field that takes any text: the answer is the same for everybody and some minutes old. */
export function registerBrokerServerRoute(app: FastifyInstance, kernel: Kernel): void {
  const { sql, clock } = kernel
  let known: { at: number; servers: Promise<readonly string[]> } | null = null

  function servers(): Promise<readonly string[]> {
    const now = clock.now()
    if (known === null || now - known.at >= keptMs || now < known.at) {
      const asked = { at: now, servers: knownServers(sql).then((rows) => rows.map(({ server }) => server)) }
      known = asked
      // A list that could not be read is asked for again with the next question.
      asked.servers.catch(() => {
        if (known === asked) known = null
      })
    }
    return known.servers
  }

  handle(app, kernel, listBrokerServers, async ({ query, reply }) => {
    reply.header('cache-control', 'public, max-age=300')
    return { servers: matchingServers(await servers(), query.q) }
  })
}
