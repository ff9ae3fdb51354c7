import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectDatabase } from '#server/database/database.ts'
import { testDatabase } from '#server/testing/database.ts'
import { dataFolder, postmasterOf, processesIn } from '#server/testing/embedded-process.ts'
import { openGate } from '#server/testing/tcp.ts'
import { until } from '#server/testing/until.ts'
import { run } from '../testing/server-process.ts'

const { address } = await testDatabase({ empty: true })

vi.setConfig({ testTimeout: 160_000 })

const statusOf = async (url: string) => (await fetch(url)).status

test('starts, prints its address, and on SIGTERM finishes running requests, ends with 0 and leaves no process', async () => {
  const folder = dataFolder()
  const server = run({ DATA_DIR: folder })
  const url = await server.url()
  expect(await statusOf(`${url}/livez`)).toBe(200)
  expect(server.output()).toContain('ADMIN_EMAIL')
  expect(server.output()).toContain(folder)

  // A request that is half sent when the signal comes.
  const body = JSON.stringify({ username: 'nobody', password: 'wrong' })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (text) => (answer += text.toString()))
  const head = [
    'POST /api/auth/login HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`)
  await sleep(100)
  const before = performance.now()
  server.child.kill('SIGTERM')
  await until(() =>
    fetch(`${url}/livez`).then(
      () => false,
      () => true,
    ),
  )
  const answered = performance.now()
  socket.write(body.slice(10))
  expect(await server.ended).toBe(0)
  // The open connection delayed nothing: a wait for it would last ten seconds.
  expect(performance.now() - answered).toBeLessThan(6_000)
  expect(performance.now() - before).toBeLessThan(10_000)
  expect(answer).toMatch(/^HTTP\/1\.1 (401|422) /)
  expect(answer).toMatch(/^connection: close/im)
  expect(processesIn(folder)).toEqual([])
})

test('says that it is draining before it stops listening', async () => {
  const server = run({ DATA_DIR: dataFolder() })
  const url = await server.url()
  server.child.kill('SIGTERM')
  // Well after the signal, and before the end of the notice.
  await sleep(60)
  const answer = await fetch(`${url}/readyz`)
  expect(answer.status).toBe(503)
  expect(await answer.json()).toEqual({ status: 'draining', ranking: 'up' })
  expect(await server.ended).toBe(0)
})

test('killed hard and started again at once, with the database killed too', async () => {
  const folder = dataFolder()
  const first = run({ DATA_DIR: folder })
  await first.url()
  first.child.kill('SIGKILL')
  await first.ended
  const second = run({ DATA_DIR: folder })
  await second.url()
  const postmaster = postmasterOf(folder)
  second.child.kill('SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  await second.ended
  const third = run({ DATA_DIR: folder })
  expect(await statusOf(`${await third.url()}/readyz`)).toBe(200)
})

test('while the database is away the ranking is served and the rest answers 503; then all is as before', async () => {
  const folder = dataFolder()
  const server = run({ DATA_DIR: folder })
  const url = await server.url()
  const stopped = processesIn(folder)
  for (const pid of stopped) process.kill(pid, 'SIGSTOP')
  expect(await statusOf(`${url}/api/fresh/leaderboard`)).toBe(200)
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'nobody', password: 'wrong-password' }),
  })
  expect(login.status).toBe(503)
  expect(login.headers.get('retry-after')).toMatch(/^\d+$/)
  for (const pid of stopped) process.kill(pid, 'SIGKILL')
  await until(async () => {
    const ready = await fetch(`${url}/readyz`)
    return ready.status === 200 && ((await ready.json()) as { database: string }).database === 'up'
  })
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('an obstacle to the start is reported in a sentence', async () => {
  const folder = dataFolder()
  const first = run({ DATA_DIR: folder })
  await first.url()
  const second = run({ DATA_DIR: folder })
  expect(await second.ended).toBe(1)
  expect(second.output()).toBe(`Un altro server usa già la cartella ${folder}: fermalo, o indica un’altra DATA_DIR.\n`)

  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const third = run({ DATA_DIR: dataFolder(), PORT: String(port) })
  expect(await third.ended).toBe(1)
  expect(third.output()).toBe(`La porta ${port} è già occupata: indica un’altra PORT.\n`)
  taken.close()

  const file = join(dataFolder(), 'data')
  writeFileSync(file, '')
  const fifth = run({ DATA_DIR: file })
  expect(await fifth.ended).toBe(1)
  expect(fifth.output()).toBe(
    `${file} non può essere la cartella dei dati: al suo posto, o lungo il percorso, c’è un file. Indica un’altra DATA_DIR.\n`,
  )

  const untouched = join(dataFolder(), 'data')
  const fourth = run({
    DATA_DIR: untouched,
    PORT: 'many',
    RATE_LIMITS: 'maybe',
    SECRET_KEY: 'short',
    INTEGRITY_THRESHOLDS: '{"cut_ours": 3}',
  })
  expect(await fourth.ended).toBe(1)
  expect(fourth.output()).toBe(
    [
      'La configurazione non è valida:',
      '  - PORT: deve essere un numero intero',
      '  - SECRET_KEY: deve contenere chiavi "id:base64" di 32 byte: openssl rand -base64 32',
      '  - RATE_LIMITS: deve essere on o off',
      '  - INTEGRITY_THRESHOLDS.cut_ours: non esiste\n',
    ].join('\n'),
  )
  expect(existsSync(untouched)).toBe(false)
})

test('a database that goes away during the start is reported in a sentence', async () => {
  const gate = await openGate({ ...address, user: 'toptrader_server' }, { most: 1 })
  const server = run({
    DATABASE_URL: gate.url,
    DATABASE_OWNER_URL: (await openGate(address)).url,
    DATA_DIR: dataFolder(),
  })
  expect(await server.ended).toBe(1)
  // Why it went away is the driver's word: the connection was ended, or reset.
  expect(server.output()).toMatch(/^Il PostgreSQL non risponde più: [^\n]+\n$/)
})

test('a database that goes away during a migration is reported in a sentence', async () => {
  const empty = await testDatabase({ empty: true })
  const gate = await openGate(empty.address)
  const server = run({ DATABASE_URL: gate.url, DATA_DIR: dataFolder() })
  const applied = () => empty.sql`select from schema_migration offset 4`.catch(() => [])
  await until(async () => (await applied()).length > 0)
  gate.cut()
  expect(await server.ended).toBe(1)
  expect(server.output()).toMatch(/^Il PostgreSQL non risponde più(?:, nella migrazione \w+)?: [^\n]+\n$/)
})

test('the first admin is made at start, and the hint is gone', async () => {
  const env = { DATA_DIR: dataFolder(), ADMIN_EMAIL: 'capo@esempio.it', ADMIN_PASSWORD: 'Vento-Lento-42-Porto' }
  const server = run(env)
  const url = await server.url()
  expect(server.output()).not.toContain('ADMIN_EMAIL')
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: env.ADMIN_PASSWORD }),
  })
  expect(login.status).toBe(200)
})

test('production names the missing settings that say who runs the site', async () => {
  const server = run({
    DATABASE_URL: (await openGate(address)).url,
    DATA_DIR: dataFolder(),
    APP_ENV: 'production',
    APP_URL: 'https://toptrader.example',
    SECRET_KEY: `a:${randomBytes(32).toString('base64')}`,
    PAYMENTS_PROVIDER: 'nowpayments',
    NOWPAYMENTS_API_URL: 'http://127.0.0.1:1/v1',
    NOWPAYMENTS_API_KEY: 'K7QW-11AA',
    NOWPAYMENTS_IPN_SECRET: 'v8Jq2mPzR4tY7wLc',
    OPERATOR_NAME: 'TopTrader S.r.l.',
  })
  const missing = 'OPERATOR_ADDRESS, OPERATOR_VAT, OPERATOR_DATA_CONTROLLER, OPERATOR_CONTACT'
  await until(() => server.output().includes(`chi gestisce il sito: indica ${missing}.`))
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('an erased person does not come back with the database of before', async () => {
  const env = { DATA_DIR: dataFolder() }
  const account = { username: 'tornata', password: 'Vento-Lento-42-Porto' }
  const post = (url: string, body: object) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const before = run(env)
  const url = await before.url()
  const made = await post(`${url}/api/auth/register`, {
    ...account,
    email: 'tornata@esempio.it',
    display_name: 'Tornata Indietro',
    country: 'IT',
    confirm_password: account.password,
    broker_server: 'Broker-Live',
    account_number: '1234567',
    investor_password: '',
    terms_accepted_at: new Date().toISOString(),
  })
  expect(made.status).toBe(201)
  const login = await post(`${url}/api/auth/login`, account)
  const { user } = (await login.json()) as { user: { trader_id: string } }
  before.child.kill('SIGTERM')
  await before.ended
  mkdirSync(join(env.DATA_DIR, 'uploads', 'erased'), { recursive: true })
  writeFileSync(join(env.DATA_DIR, 'uploads', 'erased', user.trader_id), '')
  expect((await post(`${await run(env).url()}/api/auth/login`, account)).status).toBe(401)
})

test('the launcher passes signals and exit code on, and its own end stops the server', async () => {
  const folder = dataFolder()
  const first = run({ DATA_DIR: folder }, 'scripts/start.mjs')
  expect(await statusOf(await first.url())).toBe(200)
  first.child.kill('SIGINT')
  expect(await first.ended).toBe(0)
  expect(processesIn(folder)).toEqual([])

  const second = run({ DATA_DIR: folder }, 'scripts/start.mjs')
  await second.url()
  second.child.kill('SIGKILL')
  await until(() => processesIn(folder).length === 0)

  const third = run({ DATA_DIR: folder, PORT: 'many' }, 'scripts/start.mjs')
  expect(await third.ended).toBe(1)
})

test('several servers share the database of DATABASE_URL, with a role of their own beside its owner', async () => {
  const env = {
    DATABASE_URL: (await openGate({ ...address, user: 'toptrader_server' })).url,
    DATABASE_OWNER_URL: (await openGate(address)).url,
    DATA_DIR: dataFolder(),
  }
  const servers = [run(env), run(env)]
  for (const server of servers) expect(await statusOf(`${await server.url()}/readyz`)).toBe(200)
  for (const server of servers) server.child.kill('SIGTERM')
  expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0])
})

test('is called ready once the showcases are loaded too', async () => {
  const env = { DATABASE_URL: (await openGate(address)).url, DATA_DIR: dataFolder() }
  const before = run(env)
  await before.url()
  before.child.kill('SIGTERM')
  await before.ended
  const owner = connectDatabase(address)
  onTestFinished(owner.close)
  const server = run(env)
  await owner.sql.begin(async (tx) => {
    await tx`lock table showcase in access exclusive mode`
    await until(() => server.output().includes('Carico le vetrine.'))
    expect(server.output()).not.toContain('è pronto')
  })
  expect(await statusOf(`${await server.url()}/readyz`)).toBe(200)
})

test('stops within ten seconds while the database is away', async () => {
  const gate = await openGate(address)
  const server = run({ DATABASE_URL: gate.url, DATA_DIR: dataFolder() })
  const url = await server.url()
  gate.cut()
  expect(await statusOf(`${url}/api/fresh/leaderboard`)).toBe(200)
  const before = performance.now()
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(performance.now() - before).toBeLessThan(10_000)
})
