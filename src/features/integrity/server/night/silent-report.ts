import type { Sql } from '#server/database/database.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getSilentReport } from '../../contract.ts'
import { catalogue, findingCodes } from '../../rules/catalogue.ts'
import { countsByCode, lastNight } from './night-queries.ts'

const silentCodes = findingCodes.filter((code) => catalogue[code].audience === 'silent')

/** The report of the silent findings to admins. People's decisions show how often they are right. */
export async function silentReport(sql: Sql): Promise<ResponseOf<typeof getSilentReport>> {
  const [night, counts] = await Promise.all([lastNight(sql), countsByCode(sql, silentCodes)])
  const none = { accounts: 0, waiting: 0, cleared: 0, upheld: 0 }
  const findings = silentCodes.map((code) => {
    const { rule, name } = catalogue[code]
    return { ...none, ...counts.find((one) => one.code === code), code, rule, name }
  })
  return { ...night, findings: findings.toSorted((a, b) => a.name.localeCompare(b.name, 'it')) }
}
