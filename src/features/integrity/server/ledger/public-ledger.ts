import type { FastifyInstance } from 'fastify'
import { finishAnswer, sendFinished, type FinishedBytes } from '#server/http/bytes.ts'
import { fail } from '#server/http/failure.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { getSyncLedger, ledgerPage } from '../../ledger-contract.ts'
import { ledgerEntries, publicLedger, type PublicLedger } from './public-ledger-queries.ts'

/** Pages that are cached as they were sent; the least recently made give way. */
const mostPages = 100

/** The public ledger of syncs. Pages begin at multiples of `ledgerPage`. A page is made once for each state of the chain and of what its owner shows. */
export function registerLedgerRoute(app: FastifyInstance, kernel: Kernel): void {
  const cached = new Map<string, Promise<FinishedBytes>>()

  handle(app, kernel, getSyncLedger, async ({ params, query, request, reply }) => {
    const ledger =
      (await publicLedger(kernel.sql, params.username.toLowerCase(), query.account ?? null)) ?? fail('TRADER_NOT_FOUND')
    const after = query.after ?? 0
    const key = JSON.stringify([Math.min(after, ledger.length), ledger])
    let page = cached.get(key)
    if (page === undefined) {
      page = pageOf(kernel, ledger, after).then((answer) => finishAnswer(getSyncLedger, answer))
      page.catch(() => cached.delete(key))
      cached.set(key, page)
      const [oldest] = cached.keys()
      if (cached.size > mostPages && oldest !== undefined) cached.delete(oldest)
    }
    return sendFinished(request, reply, await page)
  })
}

async function pageOf(
  { sql }: Kernel,
  { account_id, shows_amounts, ...ledger }: PublicLedger,
  after: number,
): Promise<ResponseOf<typeof getSyncLedger>> {
  // Entries appended since the head was read belong to the next answer.
  const entries = await ledgerEntries(sql, account_id, { after, until: ledger.length, limit: ledgerPage })
  const last = entries.at(-1)?.n ?? ledger.length
  return {
    ...ledger,
    entries: entries.map((entry) => ({ ...entry, figures: shows_amounts ? entry.figures : null })),
    next_after: last < ledger.length ? last : null,
  }
}
