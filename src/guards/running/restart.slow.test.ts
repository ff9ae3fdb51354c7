import { spawn, type ChildProcess } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { dataFolder, processesIn } from '#server/testing/embedded-process.ts'
import { freePort } from '#server/testing/tcp.ts'
import { until } from '#server/testing/until.ts'

const account = { ADMIN_EMAIL: 'capo@esempio.it', ADMIN_PASSWORD: 'Vento-Lento-42-Porto' }
const children: ChildProcess[] = []

vi.setConfig({ testTimeout: 160_000 })

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** A server with an admin who is signed in. */
async function run(program: string, more: Record<string, string> = {}, given: string[] = []) {
  const folder = dataFolder()
  const port = await freePort()
  const env = { PATH: process.env['PATH'] ?? '', PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'warn', ...account }
  const child = spawn(process.execPath, [program, ...given], {
    env: { ...env, RATES_URL: 'http://127.0.0.1:1/', ...more },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const url = `http://127.0.0.1:${port}`
  await until(() => isReady(url))
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: account.ADMIN_PASSWORD }),
  })
  const { access_token: token } = (await login.json()) as { access_token: string }
  return { child, folder, ended, port, url, headers: { authorization: `Bearer ${token}` } }
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )

type Started = Awaited<ReturnType<typeof run>>
const restart = ({ url, headers }: Started) => fetch(`${url}/api/admin/system/restart`, { method: 'POST', headers })
async function instance({ url, headers }: Started): Promise<string> {
  const answer = await fetch(`${url}/api/admin/system/api-monitor`, { headers })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { instance: { name: string } }).instance.name
}

/** A half-sent request. */
function halfSent({ port }: Started) {
  const body = JSON.stringify({ username: 'nobody', password: 'wrong' })
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (text) => (answer += text.toString()))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const head = `POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  socket.write(head + body.slice(0, 10))
  return {
    async finish(): Promise<string> {
      socket.write(body.slice(10))
      await closed
      return answer
    },
  }
}

test('a restart answers running requests, and the server comes back by itself with all its data', async () => {
  const server = await run('scripts/start.mjs')
  const before = await instance(server)
  const waiting = [halfSent(server), halfSent(server), halfSent(server)]
  await sleep(100)
  const startedAt = performance.now()
  const answer = await restart(server)
  expect(answer.status).toBe(202)
  const others = await Promise.all(Array.from({ length: 20 }, () => fetch(`${server.url}/api/fresh/leaderboard`)))
  expect(others.map(({ status }) => status)).toEqual(Array(20).fill(200))
  await until(() =>
    fetch(`${server.url}/livez`).then(
      () => false,
      () => true,
    ),
  )
  for (const one of waiting) expect(await one.finish()).toMatch(/^HTTP\/1\.1 (401|422) /)
  await until(() => isReady(server.url))
  const seconds = (performance.now() - startedAt) / 1000
  // The session is that of before.
  expect(await instance(server)).not.toBe(before)
  expect(seconds).toBeLessThan(20)
  expect(server.child.exitCode).toBeNull()

  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(processesIn(server.folder)).toEqual([])
})

test('a stop during a restart stops the server', async () => {
  const server = await run('scripts/start.mjs')
  expect((await restart(server)).status).toBe(202)
  await sleep(100)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(await isReady(server.url)).toBe(false)
  expect(processesIn(server.folder)).toEqual([])
})

test('under a supervisor of its own the server ends with the code that asks for another start', async () => {
  const server = await run('src/main.ts', { SUPERVISED: 'on' })
  expect((await restart(server)).status).toBe(202)
  expect(await server.ended).toBe(75)
  expect(processesIn(server.folder)).toEqual([])
})

test('a server without a supervisor does not end', async () => {
  const server = await run('src/main.ts')
  const answer = await restart(server)
  expect(answer.status).toBe(409)
  await sleep(500)
  expect(await isReady(server.url)).toBe(true)
})

test('for work on the pages they come from their sources, a page loads each of them, and a stop leaves nothing', async () => {
  const server = await run('scripts/start.mjs', {}, ['--dev'])
  const page = await (await fetch(`${server.url}/`)).text()
  const scripts = [...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path = '']) => path)
  expect(scripts.some((path) => path.startsWith('/src/'))).toBe(true)
  expect(page).toContain('/@vite/client')
  for (const path of scripts) {
    const script = await fetch(server.url + path)
    expect([path, script.status, script.headers.get('content-type')]).toEqual([
      path,
      200,
      expect.stringContaining('javascript'),
    ])
  }
  server.child.kill('SIGTERM')
  await server.ended
  await until(() => Promise.resolve(processesIn(server.folder).length === 0))
  expect(await isReady(server.url)).toBe(false)
})
