import type { FastifyInstance } from 'fastify'
import {
  dealOf,
  makeTrader,
  newLogin,
  syncRequestOf,
  type RequestOptions,
  type SyncReply,
} from '#features/ea/server/testing/world.ts'
import type { SyncRequest } from '#features/ea/sync-contract.ts'
import type { TestKernel } from '#server/testing/kernel.ts'

/** An account that syncs through HTTP, and the stored findings about it. */

export interface SyncedOptions extends Partial<RequestOptions> {
  /** Milliseconds since the sync before; five minutes where absent. */
  wait?: number
  /** Address that it comes from. */
  from?: string
  token?: string
  adjust?: (request: SyncRequest) => unknown
}

/** An account with 1,000 and a first snapshot. */
export async function syncedAccount(kernel: TestKernel, app: FastifyInstance, always: SyncedOptions = {}) {
  const { sql, clock } = kernel
  const trader = await makeTrader(kernel)
  const login = newLogin()
  const wall = () => Math.floor(clock.now() / 1000) + 7200
  const capital = dealOf({ ticket: '1', time: wall() - 90_000, profit: 1000 })
  let seq = 0

  async function send(options: SyncedOptions = {}): Promise<SyncReply> {
    const { wait = 300_000, from = '192.0.2.1', token = trader.token, adjust, ...more } = { ...always, ...options }
    clock.advance(wait)
    seq += 1
    const request = syncRequestOf({ now: clock.now(), login, seq, shown: [capital], ...more })
    const reply = await app.inject({
      method: 'POST',
      url: '/api/ea/sync',
      remoteAddress: from,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify(adjust === undefined ? request : adjust(request)),
    })
    return { status: reply.statusCode, headers: reply.headers, body: JSON.parse(reply.body) }
  }

  async function stored() {
    const [row] = await sql<
      { account_id: string; tags: string[]; cases: string[]; held: boolean; ledger_length: number; due: boolean }[]
    >`
      select account.account_id, known.ledger_length, known.review_due_at is not null as due,
             array(select code from integrity_tag where account_id = account.account_id and cleared_at is null order by code)
               as tags,
             array(select code from integrity_case where account_id = account.account_id order by code) as cases,
             exists (select from held_account held where held.account_id = account.account_id) as held
        from trading_account account join account_integrity known using (account_id)
       where trader_id = ${trader.trader_id}`
    if (row === undefined) throw new Error('no account was bound')
    return row
  }

  async function tag(code: string) {
    const [row] = await sql<{ occurrences: number; details: Record<string, unknown>; rule_version: number }[]>`
      select occurrences, details, rule_version from integrity_tag
       where account_id = ${(await stored()).account_id} and code = ${code}`
    return row
  }

  const first = await send({ items: [capital] })
  if (first.status !== 200) throw new Error(`not bound: ${first.status}`)
  return { trader, login, capital, wall, send, stored, tag }
}
