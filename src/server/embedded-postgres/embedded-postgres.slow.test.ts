import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { databaseUser, type DatabaseUser } from './embedded-postgres-binaries.ts'
import { memorySettings, usableMemory } from './embedded-postgres-memory.ts'
import {
  dataFolder,
  destroyFolder,
  postmasterOf,
  processesIn,
  readableCopy,
  startEmbedded,
  type EmbeddedProcess,
} from '../testing/embedded-process.ts'

const started: EmbeddedProcess[] = []

vi.setConfig({ testTimeout: 120_000 })

afterEach(() => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL')
})

async function start(...options: Parameters<typeof startEmbedded>) {
  const server = await startEmbedded(...options)
  started.push(server)
  return server
}

test('runs with the memory of the machine, stops with the server and leaves no process', async () => {
  const folder = dataFolder()
  const server = await start(folder)
  expect(server.error).toBeUndefined()
  expect(processesIn(folder).length).toBeGreaterThan(1)
  const options = readFileSync(join(folder, 'postgres/cluster/postmaster.opts'), 'utf8')
  for (const [name, value] of Object.entries(memorySettings(usableMemory())))
    expect(options).toContain(`${name}=${value}`)
  expect(await server.end('SIGTERM')).toBe(0)
  expect(processesIn(folder)).toEqual([])
  expect(existsSync(join(folder, 'postgres/cluster/postmaster.pid'))).toBe(false)
})

test('a killed server leaves the running database to the next one', async () => {
  const folder = dataFolder()
  const first = await start(folder)
  const postmaster = postmasterOf(folder)
  await first.end('SIGKILL')
  const second = await start(folder)
  expect(second.error).toBeUndefined()
  expect(postmasterOf(folder)).toBe(postmaster)
  expect(await second.end('SIGTERM')).toBe(0)
  expect(processesIn(folder)).toEqual([])
})

test('server and database killed together: the next start needs no help', async () => {
  const folder = dataFolder()
  const first = await start(folder)
  const postmaster = postmasterOf(folder)
  const ended = first.end('SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  await ended
  const second = await start(folder)
  expect(second.error).toBeUndefined()
  expect(postmasterOf(folder)).not.toBe(postmaster)
})

test('a database killed under its server is started again, and changes are received again', async () => {
  const folder = dataFolder()
  const server = await start(folder)
  process.kill(postmasterOf(folder), 'SIGKILL')
  await server.report(({ note }) => note?.includes('database is back') ?? false)
  server.child.send('query')
  await server.report(({ away }) => away === false)
  // Changes may be missing: everything is read again.
  await server.report(({ received }) => received === 'all')
  server.child.send('announce')
  await server.report(({ received }) => Array.isArray(received) && received[0] === 'somebody')
  expect(await server.end('SIGTERM')).toBe(0)
})

test('a query on a frozen database counts as away within six seconds', async () => {
  const folder = dataFolder()
  const server = await start(folder)
  const frozen = processesIn(folder)
  for (const pid of frozen) process.kill(pid, 'SIGSTOP')
  onTestFinished(() => {
    for (const pid of frozen) if (processesIn(folder).includes(pid)) process.kill(pid, 'SIGCONT')
  })
  const before = performance.now()
  server.child.send('query')
  expect(await server.report(({ away }) => away !== undefined)).toEqual({ away: true })
  expect(performance.now() - before).toBeLessThan(6_000)
})

test('a second server on the folder says so and harms nothing', async () => {
  const folder = dataFolder()
  const first = await start(folder)
  const postmaster = postmasterOf(folder)
  const second = await start(folder)
  expect(second.error).toBe(`Un altro server usa già la cartella ${folder}: fermalo, o indica un’altra DATA_DIR.`)
  expect(postmasterOf(folder)).toBe(postmaster)
  first.child.send('query')
  expect(await first.report(({ away }) => away !== undefined)).toEqual({ away: false })
})

test('two servers that start at once: one runs, the other says so', async () => {
  const folder = dataFolder()
  const servers = await Promise.all([start(folder), start(folder)])
  const errors = servers.map(({ error }) => error).filter((error) => error !== undefined)
  expect(errors).toEqual([expect.stringContaining('Un altro server usa già la cartella')])
})

test('a stale postmaster.pid that names a living process of the same user does not matter', async () => {
  const folder = dataFolder()
  const first = await start(folder)
  const file = join(folder, 'postgres/cluster/postmaster.pid')
  const held = readFileSync(file, 'utf8')
  const postmaster = postmasterOf(folder)
  const ended = first.end('SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  await ended
  while (processesIn(folder).length > 0) await sleep(10)
  const { uid, gid } = statSync(join(folder, 'postgres/cluster'))
  const stranger = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' })
  onTestFinished(() => void stranger.kill('SIGKILL'))
  writeFileSync(file, held.replace(String(postmaster), String(stranger.pid)))
  const second = await start(folder)
  expect(second.error).toBeUndefined()
})

test('a folder with a long path gets a short socket', async () => {
  const folder = join(dataFolder(), 'a'.repeat(120))
  const server = await start(folder)
  expect(server.error).toBeUndefined()
  expect(await server.end('SIGTERM')).toBe(0)
  expect(existsSync(join(folder, 'postgres/cluster'))).toBe(true)
})

test('a folder that others cannot enter works too', async () => {
  const closed = dataFolder()
  chmodSync(closed, 0o700)
  const folder = join(closed, 'data')
  onTestFinished(() => destroyFolder(folder))
  const server = await start(folder)
  expect(server.error).toBeUndefined()
  expect(lstatSync(join(folder, 'postgres')).isSymbolicLink()).toBe(process.getuid?.() === 0)
  expect(await server.end('SIGTERM')).toBe(0)
})

test('a temporary folder of root’s, closed to others, is opened to passage only', async () => {
  const folder = dataFolder()
  chmodSync(folder, 0o700)
  const server = await start(folder)
  expect(server.error).toBeUndefined()
  expect(lstatSync(join(folder, 'postgres')).isDirectory()).toBe(true)
  expect(statSync(folder).mode & 0o066).toBe(0)
  expect(statSync(join(folder, 'postgres')).mode & 0o777).toBe(0o700)
})

test('an ordinary user has a database of their own, and root goes on with it as that user', async () => {
  const copy = readableCopy()
  onTestFinished(() => rmSync(copy.root, { recursive: true, force: true }))
  const folder = join(dataFolder(), 'data')
  const user: DatabaseUser = await databaseUser(folder)
  mkdirSync(folder)
  if (user) execFileSync('chown', [`${user.uid}:${user.gid}`, folder])
  const ordinary = await start(folder, { as: user, ...copy })
  expect(ordinary.error).toBeUndefined()
  expect(await ordinary.end('SIGTERM')).toBe(0)
  const owner = statSync(join(folder, 'postgres')).uid
  expect(owner).toBe(user?.uid ?? process.getuid?.())
  const ours = await start(folder)
  expect(ours.error).toBeUndefined()
  expect(statSync(`/proc/${postmasterOf(folder)}`).uid).toBe(owner)
})

test('another user’s folder is refused in a sentence', async () => {
  const copy = readableCopy()
  onTestFinished(() => rmSync(copy.root, { recursive: true, force: true }))
  const folder = dataFolder()
  const home = join(folder, 'postgres')
  mkdirSync(home, { mode: 0o500 })
  const user = await databaseUser(folder)
  const server = await start(folder, { as: user, ...copy })
  expect(server.error).toContain(`La cartella ${home} non è scrivibile da questo utente`)
})
