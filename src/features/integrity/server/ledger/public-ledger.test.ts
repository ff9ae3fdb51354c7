import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { makeTrader } from '#features/ea/server/testing/world.ts'
import { asOwner } from '#server/testing/database.ts'
import { person } from '#server/testing/people.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { HOUR_MS } from '#shared/dates.ts'
import { ledgerPage, type getSyncLedger } from '../../ledger-contract.ts'
import { integritySite, type BoundTrader } from '../testing/site.ts'
import { boundAccount } from '#features/ea/server/testing/stored.ts'

const { kernel, app, connected, profile } = await integritySite()
const { sql, clock } = kernel

type Ledger = ResponseOf<typeof getSyncLedger>
const get = (trader: { username: string }, query = '', headers: Record<string, string> = {}) =>
  app.inject({ url: `/api/trader/${trader.username}/ledger${query}`, headers })
const read = async (trader: { username: string }, query = '') => (await get(trader, query)).json<Ledger>()

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const length = ledgerPage + 3

/** A chain as the product writes it, one entry an hour. */
async function chain(trader: BoundTrader): Promise<string> {
  const account = await boundAccount(sql, trader.trader_id)
  let head = '0'.repeat(64)
  const entries = Array.from({ length }, (_, index) => {
    const n = index + 1
    const at = new Date(clock.now() - (length - n) * HOUR_MS).toISOString()
    const figures = JSON.stringify({ salt: '0f'.repeat(16), ea: '1.0.0', balance: 1_000 + n, equity: 1_000 + n })
    const records_digest = sha256('')
    head = sha256(`${head}\n${n}\n${at}\n0\n${records_digest}\n${sha256(figures)}`)
    return { n, at, records_digest, figures, hash: head }
  })
  await sql`
    insert into sync_ledger (account_id, n, at, records, records_digest, figures, hash)
    select ${account}, n, at, 0, decode(records_digest, 'hex'), figures, decode(hash, 'hex')
      from json_to_recordset(${JSON.stringify(entries)}::text::json)
           as entry(n bigint, at timestamptz, records_digest text, figures text, hash text)
        on conflict do nothing`
  await sql`
    insert into account_integrity (account_id, ledger_length, ledger_head, ledger_at)
    values (${account}, ${length}, decode(${head}, 'hex'), ${entries.at(-1)?.at ?? null})
        on conflict (account_id) do update
       set ledger_length = excluded.ledger_length, ledger_head = excluded.ledger_head, ledger_at = excluded.ledger_at`
  return head
}

let anna: BoundTrader
let head: string
beforeAll(async () => {
  anna = await connected()
  // The chain of the two syncs gives way to one that the test knows.
  await asOwner(kernel, (own) => own`alter table sync_ledger disable trigger user`)
  await sql`delete from sync_ledger`
  await asOwner(kernel, (own) => own`alter table sync_ledger enable trigger user`)
  head = await chain(anna)
})

test('anybody can recompute the chain from its pages alone', async () => {
  let previous = '0'.repeat(64)
  let after: number | null = 0
  let pages = 0
  while (after !== null) {
    const page: Ledger = await read(anna, `?after=${after}`)
    expect(page).toMatchObject({ trader_id: anna.trader_id, username: anna.username, length, head })
    for (const { n, at, records, records_digest, figures, figures_digest, hash } of page.entries) {
      expect(figures_digest).toBe(sha256(figures ?? ''))
      previous = sha256(`${previous}\n${n}\n${at}\n${records}\n${records_digest}\n${figures_digest}`)
      if (previous !== hash) throw new Error(`broken at ${n}`)
    }
    after = page.next_after
    pages += 1
  }
  expect(pages).toBe(2)
  expect(previous).toBe(head)
})

test('pages begin after the requested number', async () => {
  const first = await read(anna)
  expect([first.entries.length, first.entries[0]?.n, first.next_after]).toEqual([ledgerPage, 1, ledgerPage])
  const last = await read(anna, `?after=${ledgerPage}`)
  expect([last.entries.length, last.entries[0]?.n, last.next_after]).toEqual([
    length - ledgerPage,
    ledgerPage + 1,
    null,
  ])
  const none = await read(anna, `?after=${10 * ledgerPage}`)
  expect([none.entries, none.next_after, none.head]).toEqual([[], null, head])
  // Each number would be another page to make and keep.
  for (const wrong of ['-1', 'x', '1.5', '1', `${ledgerPage - 1}`, `${ledgerPage + 1}`])
    expect((await get(anna, `?after=${wrong}`)).statusCode).toBe(422)
})

test('the head stands on the profile, and an unchanged page is not sent again', async () => {
  expect((await profile(anna)).ledger).toMatchObject({ length, head })
  const answer = await get(anna)
  const tag = answer.headers.etag ?? ''
  expect(tag).not.toBe('')
  expect((await get(anna, '', { 'if-none-match': tag })).statusCode).toBe(304)
})

test('figures are hidden where amounts are; the chain can still be recomputed', async () => {
  const shown = await read(anna)
  await sql`update trader set hide_amounts = true where trader_id = ${anna.trader_id}`
  const hidden = await read(anna)
  expect(hidden.entries.every(({ figures }) => figures === null)).toBe(true)
  expect(hidden.entries.map(({ hash }) => hash)).toEqual(shown.entries.map(({ hash }) => hash))
  expect(hidden.entries.map((one) => one.figures_digest)).toEqual(shown.entries.map((one) => one.figures_digest))
  await sql`update trader set hide_amounts = false where trader_id = ${anna.trader_id}`
})

test('who has no profile has no ledger', async () => {
  const accountless = await person(kernel, 'senza')
  const unbound = await makeTrader(kernel)
  for (const trader of [accountless, unbound, { username: 'nessuno' }, { username: '%00' }]) {
    expect((await get(trader)).json()).toMatchObject({ error_type: 'TRADER_NOT_FOUND' })
  }
})

test('an account whose ledger has no entry yet is answered with an empty one', async () => {
  const bruno = await connected()
  await sql`delete from account_integrity
             where account_id = (select account_id from trading_account where trader_id = ${bruno.trader_id})`
  expect(await read(bruno)).toMatchObject({ length: 0, head: null, at: null, entries: [], next_after: null })
})
