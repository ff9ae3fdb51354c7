import type { FastifyInstance } from 'fastify'
import type { Sql } from '#server/database/database.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { listBrokerServers } from '../../broker-contract.ts'
import { matchingServers } from '../../broker-servers.ts'

/** Age at which the list is read again, milliseconds: a new server appears once in days. */
const cachedMs = 5 * MINUTE_MS
/** More than there are brokers. Beyond it the least used are left out. */
const listedServers = 5_000
/** Fewer could be one person, whose advisor names a server as that person likes, for strangers to read. */
const leastTraders = 3

/** Names that a broker gives. An advisor can send any text as one, and strangers read it. */
const plausible = String.raw`^[A-Za-z0-9][A-Za-z0-9 ._&()-]{1,63}$`

/**
 * Names of the servers where at least `leastTraders` traders have a bound account that has synced, most used first. The order alone
 * shows how many, and nothing shows who.
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
    if (known === null || now - known.at >= cachedMs || now < known.at) {
      const read = { at: now, servers: knownServers(sql).then((rows) => rows.map(({ server }) => server)) }
      known = read
      // A list that could not be read is read again with the next request.
      read.servers.catch(() => {
        if (known === read) known = null
      })
    }
    return known.servers
  }

  handle(app, kernel, listBrokerServers, async ({ query, reply }) => {
    reply.header('cache-control', 'public, max-age=300')
    return { servers: matchingServers(await servers(), query.q) }
  })
}
