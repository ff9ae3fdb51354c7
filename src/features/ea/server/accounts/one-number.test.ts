import { cpSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate, migrationsFolder } from '#server/database/migrate.ts'
import { testDatabase } from '#server/testing/database.ts'

test('numbers that were bound twice before they were one stay bound, and no third account gets them', async () => {
  const { sql, address } = await testDatabase({ empty: true })
  const before = mkdtempSync(join(tmpdir(), 'toptrader-migrations-'))
  for (const name of readdirSync(migrationsFolder).filter((file) => file < '202611222340')) {
    cpSync(join(migrationsFolder, name), join(before, name))
  }
  await migrate(address, before)
  let bound = 0
  const bind = async (platform: string, server: string, login = '7') => {
    bound += 1
    const id = `00000000-0000-7000-8000-${String(bound).padStart(12, '0')}`
    await sql`
      insert into trader (trader_id, username, display_name, email, country, password_hash, broker_server, account_number,
                          terms_accepted_at, terms_version, created_at, updated_at)
      values (${id}, ${`trader${bound}`}, 'T', ${`t${bound}@example.com`}, 'IT', 'x', ${server}, ${login},
              now(), '1', now(), now())`
    await sql`
      insert into trading_account (account_id, trader_id, platform, server, login, company, currency, digits, trade_mode,
                                   bound_at, last_receipt_at, ea_version, intake)
      values (${id}, ${id}, ${platform}, ${server}, ${login}, 'Broker', 'EUR', 2, 'real', now(), now(), '1.0.0', '{}')`
  }
  await bind('MT5', 'Omega-Live 2')
  await bind('MT5', 'Omega-Live 02')
  await bind('MT4', 'Omega-Live 2')
  await bind('MT4', 'Omega-Live 02', '8')
  await migrate(address)
  expect(await sql`select server_key, login, shares_number from trading_account order by account_id`).toEqual([
    { server_key: 'omegalive2', login: '7', shares_number: false },
    { server_key: 'omegalive2', login: '7', shares_number: true },
    { server_key: 'omegalive2', login: '7', shares_number: true },
    { server_key: 'omegalive2', login: '8', shares_number: false },
  ])
  await expect(bind('MT4', 'Omega-Live 002', '7')).rejects.toMatchObject({ code: '23505' })
})
