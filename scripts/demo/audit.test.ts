import { expect, test } from 'vitest'
import { recordAudit } from '#server/audit.ts'
import { auditBrokenAt } from '#server/audit-chain.ts'
import { asOwner } from '#server/testing/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { dateFirstLines } from './audit.ts'

const origin = '2025-06-20T10:00:00.000Z'

test('the line of the first admin has the time of the story, and the chain goes on from it', async () => {
  const kernel = await testKernel({ now: origin })
  const { sql } = kernel
  const { trader_id: subject } = await person(kernel, 'capo')
  await sql`update trader set is_admin = true where trader_id = ${subject}`
  const lines = () =>
    sql<{ at: string }[]>`select audit_id, at, action, subject, details from audit_log order by audit_id`
  const [written] = await lines()
  expect(written?.at).not.toBe(origin)
  await asOwner(kernel, (owner) => dateFirstLines(owner, origin))
  expect(await lines()).toEqual([{ ...written, at: origin, action: 'user.role', subject }])
  await sql.begin((tx) => recordAudit(tx, null, { action: 'system.logs', subject: null, details: {}, at: origin }))
  expect(await auditBrokenAt(sql)).toBeNull()
  // The log is append-only again.
  await expect(asOwner(kernel, (owner) => owner`delete from audit_log`)).rejects.toThrow('audit_log')
})
