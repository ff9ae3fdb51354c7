import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { account } from '#features/leaderboard/server/testing/accounts.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { instantText } from '#shared/dates.ts'
import { paymentsOf, recordSums } from './performance-queries.ts'

const { sql, ...kernel } = await testKernel()
const { account_id } = await account({ sql, ...kernel }, { username: 'trader' })
const { account_id: other } = await account({ sql, ...kernel }, { username: 'other' })
const at = instantText(kernel.clock.now())

/** Tickets repeat: a record that is sent again is ignored. */
const ticket = fc.integer({ min: 0, max: 12 }).map(String)
/** Binary fractions: their sums are exact in any order. */
const money = fc.integer({ min: -4_000, max: 4_000 }).map((quarters) => quarters / 4)

const operation = fc.record({
  ticket,
  type: fc.constantFrom('deposit', 'withdrawal', 'transfer', 'credit', 'charge', 'correction'),
  amount: money,
  origin: fc.constantFrom('witnessed', 'imported', 'late'),
})

const step = fc.oneof(
  fc.record({ act: fc.constant('operations' as const), rows: fc.array(operation, { minLength: 1, maxLength: 6 }) }),
  fc.record({ act: fc.constant('record' as const), ticket, net: money, late: fc.boolean() }),
  fc.record({ act: fc.constant('change' as const), ticket, net: money }),
  fc.record({ act: fc.constant('roll' as const), ticket }),
  fc.record({ act: fc.constant('revise' as const), ticket, revision: fc.integer({ min: 0, max: 2 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function play(one: Step): Promise<void> {
  if (one.act === 'operations') {
    // A flush writes the rows of several accounts at once.
    const rows = one.rows.flatMap((row) => [account_id, other].map((id) => ({ account_id: id, at, ...row })))
    await sql`insert into balance_operation ${sql(rows)} on conflict do nothing`
  } else if (one.act === 'record') {
    await sql`
      insert into ledger_record (account_id, ticket, broker_time, at, first_seen_at, content_hash, net, late, record)
      values (${account_id}, ${one.ticket}, 0, ${at}, ${at}, '\\x00', ${one.net}, ${one.late}, '{}') on conflict do nothing`
  } else if (one.act === 'change') {
    await sql`update ledger_record set net = ${one.net} where account_id = ${account_id} and ticket = ${one.ticket}`
  } else if (one.act === 'roll') {
    await sql`
      update ledger_record set late = true, consumed = true where account_id = ${account_id} and ticket = ${one.ticket}`
  } else {
    await sql`
      insert into record_revision (account_id, ticket, revision, record, replaced_at, grave)
      values (${account_id}, ${one.ticket}, ${one.revision}, '{}', ${at}, false) on conflict do nothing`
  }
}

interface Stored {
  operations: { type: string; amount: number; origin: string }[]
  late: number[]
  revised: number
}

async function stored(): Promise<Stored> {
  const operations = await sql<Stored['operations']>`
    select type, amount, origin from balance_operation where account_id = ${account_id}`
  const late = await sql<{ net: number }[]>`select net from ledger_record where account_id = ${account_id} and late`
  const revisions = await sql`select from record_revision where account_id = ${account_id} and revision = 0`
  return { operations, late: late.map(({ net }) => net), revised: revisions.length }
}

/** Read from every stored payment. */
function scannedPayments({ operations }: Stored, imported: boolean) {
  const counted = operations.filter(
    ({ type, origin }) =>
      ['deposit', 'withdrawal', 'transfer'].includes(type) &&
      (origin === 'witnessed' || (imported && origin === 'imported')),
  )
  const sumOf = (isDeposit: boolean) => {
    const amounts = counted.map(({ amount }) => amount).filter((amount) => amount > 0 === isDeposit)
    return { count: amounts.length, amount: amounts.reduce((sum, amount) => sum + amount, 0) }
  }
  return { deposits: sumOf(true), withdrawals: sumOf(false) }
}

test('the kept sums equal a scan of all records, whatever is stored, repeated, changed or rolled up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      for (const table of ['balance_operation', 'ledger_record', 'record_revision', 'record_sum']) {
        await sql`delete from ${sql(table)} where account_id = any (${[account_id, other]}::uuid[])`
      }
      for (const one of steps) await play(one)
      const records = await stored()
      const sums = await recordSums(sql, account_id)
      for (const imported of [false, true]) {
        expect(paymentsOf(sums, imported)).toEqual(scannedPayments(records, imported))
      }
      expect(sums.get('late') ?? { count: 0, amount: 0 }).toEqual({
        count: records.late.length,
        amount: records.late.reduce((sum, net) => sum + net, 0),
      })
      expect(sums.get('revised')?.count ?? 0).toBe(records.revised)
      // Another account of the same flushes has its own.
      const own = paymentsOf(await recordSums(sql, other), true)
      expect(own).toEqual(scannedPayments(records, true))
    }),
    { numRuns: 80 },
  )
})

test('a profile reads as many rows of sums after ten thousand payments as after six', async () => {
  await sql`
    insert into balance_operation (account_id, ticket, at, type, amount, origin)
    select ${account_id}, 'many-' || number, now(), (array['deposit', 'withdrawal', 'transfer'])[1 + number % 3],
           case number % 2 when 0 then 1 else -1 end, (array['witnessed', 'imported'])[1 + number % 2]
      from generate_series(1, 10000) as number`
  const rows = await sql`select from record_sum where account_id = ${account_id}`
  expect(rows.length).toBeLessThanOrEqual(6)
})
