import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { registerAdmin } from '#features/admin/server/routes.ts'
import { registerAuth } from '#features/auth/server/routes.ts'
import { awaitMails, noMailServer, tokenIn } from '#features/auth/testing/mailbox.ts'
import { authScene, goodRegistration } from '#features/auth/testing/scene.ts'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { givePlan } from '#features/ea/server/testing/world.ts'
import { asOwner } from '#server/testing/database.ts'
import { createSecrets } from '#server/settings/crypto.ts'
import { keysInUse, reseal } from '#server/settings/resealing.ts'
import { testApp } from '#server/testing/app.ts'
import { person } from '#server/testing/people.ts'
import { openGate } from '#server/testing/tcp.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { sealedColumns } from '../../scripts/sealed-columns.ts'

const { kernel, post, bearer, register, signIn } = await authScene(noMailServer)
const { sql, clock, config } = kernel
await kernel.outbox.close()
const oldKey = config.SECRET_KEY ?? ''
const newKey = `2027:${Buffer.from('una chiave di trentadue byte, sì').subarray(0, 32).toString('base64')}`

/** The command as an operator runs it. */
async function rotateKey(SECRET_KEY: string, ...options: string[]) {
  const { url: DATABASE_URL } = await openGate(kernel.ownerAddress)
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL, SECRET_KEY, DATA_DIR: config.DATA_DIR }
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, ['scripts/rotate-key.ts', ...options], { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), said: out + err }),
    )
  })
}

const keysOf = async () =>
  Promise.all(sealedColumns.map(async ({ column }) => [...(await keysInUse(sql, column)).keys()]))

test('every value of the old key is sealed anew, and opens with the new key alone', async () => {
  const admin = await person(kernel, 'capo', { is_admin: true })
  await sql`update trader set password_hash = ${await kernel.secrets.hashPassword(goodRegistration.password)} where trader_id = ${admin.trader_id}`
  await register({})
  const token = await signIn(goodRegistration.email)
  const [anna] = await sql<
    { trader_id: string }[]
  >`select trader_id from trader where email = ${goodRegistration.email}`
  const id = anna?.trader_id ?? ''
  await givePlan(kernel, id, 30)
  const before = await testApp(kernel, registerAuth, registerCheckedEa)
  const made = await before.inject({ method: 'POST', url: '/api/generate-ea-token', headers: bearer(token) })
  const { ea_token: advisor } = made.json<{ ea_token: string }>()
  const prepared = await post('/api/account/totp/setup', { password: goodRegistration.password }, bearer(token))
  const totp = new TOTP({ secret: Secret.fromBase32(prepared.json<{ secret: string }>().secret) })
  const codeNow = () => totp.generate({ timestamp: clock.now() })
  await post('/api/account/totp/confirm', { totp: codeNow() }, bearer(token))
  clock.advance(MINUTE_MS)
  await post('/api/auth/forgot-password', { email: goodRegistration.email })
  const link = tokenIn((await awaitMails(kernel, goodRegistration.email, 2)).at(-1))
  expect(link).toHaveLength(43)
  expect(await keysOf()).toEqual([['test'], ['test'], ['test'], ['test']])

  const check = await rotateKey(`${newKey},${oldKey}`, '--check')
  expect(check.code).toBe(1)
  expect(check.said).toContain('password investitore (trader): "test" 1 valore\n')
  const first = await rotateKey(`${newKey},${oldKey}`)
  expect(first.said).toContain('token degli Expert Advisor (ea_token): "2027" 1 valore, 1 cifrato di nuovo')
  expect(first.said).toContain('Nella base dati niente è cifrato con un’altra chiave.')
  expect(first.code).toBe(0)
  expect(first.said).not.toContain(goodRegistration.investor_password)
  expect((await rotateKey(newKey)).said.match(/ 0 cifrati di nuovo/g)).toHaveLength(4)
  expect(await keysOf()).toEqual([['2027'], ['2027'], ['2027'], ['2027']])

  // A server without the old key.
  const alone = { ...kernel, secrets: createSecrets({ SECRET_KEY: newKey, DATA_DIR: config.DATA_DIR }) }
  const app = await testApp(alone, registerAuth, registerCheckedEa, registerAdmin)
  const revealed = await app.inject({
    method: 'POST',
    url: `/api/admin/users/${id}/reveal-investor-password`,
    headers: admin.headers,
    payload: { password: goodRegistration.password, reason: 'Prova della chiave' },
  })
  expect(revealed.json()).toMatchObject({ investor_password: goodRegistration.investor_password })
  const login = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: goodRegistration.email, password: goodRegistration.password, totp: codeNow() },
  })
  expect(login.statusCode).toBe(200)
  const headers = bearer(login.json<{ access_token: string }>().access_token)
  const status = await app.inject({ method: 'GET', url: `/api/ea/status/${id}`, headers })
  expect(status.json()).toMatchObject({ ea_token: advisor })
  expect((await awaitMails(alone, goodRegistration.email, 2)).map(tokenIn)).toContain(link)
})

test('an interrupted run goes on; values that no key opens, or that were altered, stay and are named; values that change meanwhile are left', async () => {
  const secrets = createSecrets({ SECRET_KEY: `${newKey},${oldKey}`, DATA_DIR: config.DATA_DIR })
  const old = createSecrets({ SECRET_KEY: oldKey, DATA_DIR: config.DATA_DIR })
  await asOwner(kernel, (own) => own`create table sample (sample_id uuid primary key, value text)`)
  const column = { table: 'sample', id: 'sample_id', column: 'value' }
  // Sorted, since ids of one millisecond are in no order, and it is counted what the first batch holds.
  const ids = Array.from({ length: 1_203 }, () => secrets.newId()).toSorted()
  const rows = ids.map((id, index) => ({ sample_id: id, value: index === 7 ? null : old.seal(`segreto ${index}`, id) }))
  await sql`insert into sample ${sql(rows)}`
  const [lost = '', altered = ''] = ids
  await sql`update sample set value = 'gone:abc' where sample_id = ${lost}`
  await sql`update sample set value = left(value, -4) || 'AAAA' where sample_id = ${altered}`

  let sealed = 0
  const seal = (value: string, id: string) => {
    sealed += 1
    if (sealed > 700) throw new Error('killed')
    return secrets.seal(value, id)
  }
  await expect(reseal({ sql, secrets: { ...secrets, seal } }, column)).rejects.toThrow('killed')
  expect(Object.fromEntries(await keysInUse(sql, column))).toMatchObject({ '2027': 498 })
  const done = await reseal({ sql, secrets }, column)
  expect(done).toEqual({ moved: 702, unreadable: [lost, altered] })
  expect(Object.fromEntries(await keysInUse(sql, column))).toEqual({ gone: 1, test: 1, '2027': 1_200 })
  const stored = await sql<{ sample_id: string; value: string | null }[]>`select sample_id, value from sample`
  for (const { sample_id: id, value } of stored) {
    if (value === null || id === lost || id === altered) continue
    expect(secrets.open(value, id)).toBe(`segreto ${ids.indexOf(id)}`)
  }
  await asOwner(kernel, (own) => own`drop table sample`)
})

test('every sealed column is listed, and every place that seals', () => {
  const columns = readFileSync('db/schema.sql', 'utf8').match(/^ {2}\w*sealed\w*/gm) ?? []
  expect(columns.map((name) => name.trim()).toSorted()).toEqual([
    'investor_password_sealed',
    'is_sealed',
    'secret_sealed',
    'token_sealed',
  ])
  const places = globSync('src/**/*.ts').filter(
    (file) =>
      !/\.test\.|\/testing\/|resealing/.test(file) &&
      /secrets\.seal\(/.test(readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')),
  )
  expect(places.toSorted()).toEqual([
    'src/features/auth/server/registration/register.ts',
    'src/features/auth/server/second-factor/second-factor.ts',
    'src/features/ea/server/tokens.ts',
    'src/server/outbox/outbox-notices.ts',
  ])
})
