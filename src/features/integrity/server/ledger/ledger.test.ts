import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contentHash } from '#features/ea/server/sync/content.ts'
import { registerCheckedEa } from '../testing/checked-ea.ts'
import { dealOf, syncRequestOf } from '#features/ea/server/testing/world.ts'
import { testApp } from '#server/testing/app.ts'
import { asOwner } from '#server/testing/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { HOUR_MS } from '#shared/dates.ts'
import { ledgersBrokenAt, verifyLedger } from './ledger-check.ts'
import { appendEntry, emptyLedger, headAfter, recordsDigest } from './ledger.ts'
import { syncedAccount } from '../testing/synced-account.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const app = await testApp(kernel, registerCheckedEa)
const { sql, clock } = kernel

const sha = (text: string) => createHash('sha256').update(text).digest('hex')

describe('an entry', () => {
  const request = syncRequestOf({ now: 0, boot: 'b', seq: 7, version: '1.0.0', balance: 10.5, login: '1' })
  const at = Date.parse('2026-11-20T10:00:00.123Z')
  const salt = () => '00ff'
  test('is hashed as documented', () => {
    const entry = appendEntry(emptyLedger, at, request, [], salt)
    const figures = '{"salt":"00ff","ea":"1.0.0","balance":10.5,"equity":10.5,"credit":0,"open":0,"count":0,"net":0}'
    const hash = sha(`${'0'.repeat(64)}\n1\n2026-11-20T10:00:00.123Z\n0\n${sha('00ff\n')}\n${sha(figures)}`)
    expect(entry).toEqual({ n: 1, at, records: 0, records_digest: sha('00ff\n'), figures, hash })
  })
  test('is made for every sync with records, and for the first of an hour', () => {
    const ledger = headAfter(emptyLedger, appendEntry(emptyLedger, at, request, [], salt))
    expect(ledger).toMatchObject({ length: 1, at })
    const line = { ticket: '5', hash: sha('x') }
    const made = (later: number, lines: (typeof line)[]) =>
      appendEntry(ledger, at + later, request, lines, salt)?.n ?? null
    expect(made(HOUR_MS - 124, [])).toBeNull()
    expect(made(HOUR_MS - 123, [])).toBe(2)
    expect(made(1, [line])).toBe(2)
    expect(headAfter(ledger, null)).toBe(ledger)
  })
  test('its records are digested in the order of their tickets', () => {
    const [nine, ten] = [
      { ticket: '9', hash: 'b' },
      { ticket: '10', hash: 'a' },
    ]
    expect(recordsDigest('00ff', [ten, nine])).toBe(sha('00ff\n9 b\n10 a\n'))
    expect(recordsDigest('00ff', [nine, ten])).toBe(recordsDigest('00ff', [ten, nine]))
  })
})

/** An account with a ledger of four entries: two brought records, one changed a record, one opened an hour. */
async function chained() {
  const account = await syncedAccount(kernel, app)
  const deposit = dealOf({ ticket: '2', time: account.wall(), profit: 20 })
  const other = dealOf({ ticket: '3', time: account.wall(), profit: 1 })
  const shown = [account.capital, deposit, other]
  await account.send({ items: [deposit, other], shown, balance: 1021 })
  const changed = { ...deposit, swap: -1 }
  const now = [account.capital, changed, other]
  await account.send({ items: [changed], shown: now, balance: 1020 })
  const { body } = await account.send({ wait: HOUR_MS, shown: now, balance: 1020 })
  const { account_id, ledger_length } = await account.stored()
  expect(ledger_length).toBe(4)
  return { ...account, account_id, answer: body, records: { deposit, changed, other } }
}

describe('a chain', () => {
  test('follows from what is stored, and its head is in the answer, also in the repeated one', async () => {
    const { account_id, answer, send, records } = await chained()
    expect(await verifyLedger(sql, account_id)).toBeNull()
    const entries = await sql<{ n: number; records: number; records_digest: string; hash: string }[]>`
      select n, records, encode(records_digest, 'hex') as records_digest, encode(hash, 'hex') as hash
        from sync_ledger where account_id = ${account_id} order by n`
    expect(entries.map(({ n, records: brought }) => [n, brought])).toEqual([
      [1, 1],
      [2, 2],
      [3, 1],
      [4, 0],
    ])
    const { deposit, changed, other } = records
    const figures = await sql<{ salt: string }[]>`
      select figures::json ->> 'salt' as salt from sync_ledger where account_id = ${account_id} order by n`
    const line = (record: Parameters<typeof contentHash>[0]) => `${record.ticket} ${contentHash(record)}\n`
    expect(entries[1]?.records_digest).toBe(sha(`${figures[1]?.salt}\n${line(deposit)}${line(other)}`))
    expect(entries[2]?.records_digest).toBe(sha(`${figures[2]?.salt}\n${line(changed)}`))
    expect(new Set(figures.map(({ salt }) => salt)).size).toBe(4)
    expect(figures.every(({ salt }) => /^[\da-f]{32}$/.test(salt))).toBe(true)
    expect(answer).toMatchObject({ ledger_length: 4, ledger_head: entries[3]?.hash.slice(0, 16) })
    const repeated = await send({ seq: 4, wait: 1000 })
    expect(repeated.body).toMatchObject({ ledger_length: 4, ledger_head: answer.ledger_head })
  })
  test('breaks where a record, a revision, an entry or a head was edited', async () => {
    const { account_id } = await chained()
    const edits: [string, number, (tx: typeof sql) => PromiseLike<unknown>][] = [
      [
        'a record',
        2,
        (tx) => tx`update ledger_record set record = jsonb_set(record, '{profit}', '9')
                                  where account_id = ${account_id} and ticket = '3'`,
      ],
      [
        'a changed record',
        3,
        (tx) => tx`update ledger_record set record = jsonb_set(record, '{profit}', '9')
                                          where account_id = ${account_id} and ticket = '2'`,
      ],
      [
        'what a record was',
        2,
        (tx) => tx`update record_revision set record = jsonb_set(record, '{profit}', '9')
                                           where account_id = ${account_id} and ticket = '2'`,
      ],
      ['a removed record', 2, (tx) => tx`delete from ledger_record where account_id = ${account_id} and ticket = '3'`],
      [
        'a record put in',
        3,
        (tx) => tx`
        insert into ledger_record select account_id, '77', broker_time, at, first_seen_at + interval '1 second', revision,
                                         content_hash, net, late, consumed, record
          from ledger_record where account_id = ${account_id} and ticket = '3'`,
      ],
      [
        'a record put in at the end',
        5,
        (tx) => tx`
        insert into ledger_record select account_id, '77', broker_time, at, first_seen_at + interval '1 day', revision,
                                         content_hash, net, late, consumed, record
          from ledger_record where account_id = ${account_id} and ticket = '3'`,
      ],
      [
        'a record put in before the first entry',
        1,
        (tx) => tx`
        insert into ledger_record select account_id, '77', broker_time, at, first_seen_at - interval '1 day', revision,
                                         content_hash, net, late, consumed, record
          from ledger_record where account_id = ${account_id} and ticket = '3'`,
      ],
      [
        'all entries and the head',
        1,
        async (tx) => {
          await tx`update schema_migration set applied_at = '2020-01-01'`
          await tx`delete from sync_ledger where account_id = ${account_id}`
          await tx`delete from account_integrity where account_id = ${account_id}`
        },
      ],
      [
        'the head',
        5,
        (tx) => tx`update account_integrity set ledger_head = sha256('x') where account_id = ${account_id}`,
      ],
      ['the length', 5, (tx) => tx`update account_integrity set ledger_length = 9 where account_id = ${account_id}`],
      ...(['figures', 'at', 'records', 'records_digest', 'hash'] as const).map(
        (column): [string, number, (tx: typeof sql) => PromiseLike<unknown>] => [
          column,
          3,
          (tx) =>
            tx`update sync_ledger set ${tx(column)} = ${tx.unsafe(
              {
                figures: `figures || ' '`,
                at: `at + interval '1 ms'`,
                records: 'records + 1',
                records_digest: `sha256('x')`,
                hash: `sha256('x')`,
              }[column],
            )} where account_id = ${account_id} and n = 3`,
        ],
      ),
      ['an entry taken out', 2, (tx) => tx`delete from sync_ledger where account_id = ${account_id} and n = 2`],
      ['the last entry taken out', 4, (tx) => tx`delete from sync_ledger where account_id = ${account_id} and n = 4`],
    ]
    for (const [what, broken, edit] of edits) {
      const undone = new Error('undone')
      const tampered = asOwner(kernel, (own) =>
        own.begin(async (tx) => {
          // Who may do this may do all: the chain shows it nevertheless.
          await tx`set local session_replication_role = replica`
          await edit(tx as unknown as typeof sql)
          expect([what, await verifyLedger(tx, account_id)]).toEqual([what, broken])
          throw undone
        }),
      )
      await expect(tampered).rejects.toBe(undone)
    }
    expect(await verifyLedger(sql, account_id)).toBeNull()
  })
  test('is only ever added to, and goes with its account', async () => {
    const { account_id } = await chained()
    const refused = { code: '42501' }
    await expect(sql`update sync_ledger set records = 0 where account_id = ${account_id}`).rejects.toMatchObject(
      refused,
    )
    await expect(sql`delete from sync_ledger where account_id = ${account_id} and n = 4`).rejects.toMatchObject(refused)
    await expect(sql`truncate sync_ledger`).rejects.toThrow('append-only')
    await sql`delete from trading_account where account_id = ${account_id}`
    expect(await sql`select 1 from sync_ledger where account_id = ${account_id}`).toHaveLength(0)
  })
  test('is longer than what is read at once', async () => {
    const { send, stored } = await syncedAccount(kernel, app)
    for (let index = 0; index < 12; index += 1) await send({ wait: HOUR_MS })
    const { account_id, ledger_length } = await stored()
    expect(ledger_length).toBe(13)
    for (const pieceEntries of [1, 5, 13]) expect(await verifyLedger(sql, account_id, pieceEntries)).toBeNull()
  })
})

test('all ledgers are checked, and those that do not hold are named', async () => {
  const { account_id } = await chained()
  expect(await ledgersBrokenAt(kernel)).toEqual([])
  await sql`update ledger_record set record = jsonb_set(record, '{profit}', '9') where account_id = ${account_id} and ticket = '3'`
  clock.advance(1)
  expect(await ledgersBrokenAt(kernel)).toEqual([{ account_id, n: 2 }])
  // A run that has no time looks at one account: first at what did not hold, then at what is longest ago.
  clock.advance(1)
  expect(await ledgersBrokenAt(kernel, 0)).toEqual([{ account_id, n: 2 }])
  const checked = async () => {
    const [row] = await sql<{ least: string; most: string; accounts: number }[]>`
      select min(checked_at) as least, max(checked_at) as most, count(*) as accounts from ledger_check`
    return row
  }
  const before = await checked()
  expect(before?.most).toBe(new Date(clock.now()).toISOString())
  expect(before?.least).not.toBe(before?.most)
  await sql`update ledger_check set broken_at = null`
  for (let run = 1; run < (before?.accounts ?? 0); run += 1) await ledgersBrokenAt(kernel, 0)
  expect((await checked())?.least).toBe(new Date(clock.now()).toISOString())
})

test('the records of an entry are found by an index, however long the history', async () => {
  const plans = await sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`
    const explain = async (table: string, column: string) =>
      (
        await tx.unsafe(
          `explain select 1 from ${table} where account_id = gen_random_uuid() and ${column} between now() and now()`,
        )
      )
        .map((row) => String(row['QUERY PLAN']))
        .join(' ')
    return [await explain('ledger_record', 'first_seen_at'), await explain('record_revision', 'replaced_at')]
  })
  expect(plans[0]).toContain('ledger_record_seen')
  expect(plans[1]).toContain('record_revision_replaced')
})
