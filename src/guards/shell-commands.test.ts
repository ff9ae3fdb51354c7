import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { asOwner, testDatabase } from '#server/testing/database.ts'
import { documented, lines, scripts, statements } from './testing/documented-commands.ts'

// What `commands.test.ts` does not run: each command of the documents runs here, or in another test, or there is a reason why none runs it.

test('every command of a document has a place in the table, and every place a command', () => {
  const unknown = lines.filter(({ line }) => !documented.some(([begins]) => begins.test(line)))
  expect(unknown.map(({ page, line }) => `${page}: ${line}`)).toEqual([])
  const placeOf = (line: string) => documented.find(([begins]) => begins.test(line))
  const used = new Set(lines.map(({ line }) => placeOf(line)))
  expect(documented.filter((place) => !used.has(place)).map(([begins]) => begins.source)).toEqual([])
})

test('the test that runs a command is there, and names it', () => {
  const missing = documented.flatMap(([begins, how]) =>
    'in' in how && !readFileSync(how.in, 'utf8').includes(how.word) ? [`${begins.source}: ${how.in}`] : [],
  )
  expect(missing).toEqual([])
})

test('decision 067 has each command that no test runs, with the reason', () => {
  const decision = readFileSync('docs/decisions/067-commands-that-no-test-runs.md', 'utf8').split('\n')
  const missing = lines.flatMap(({ line }) => {
    const [begins, how] = documented.find((place) => place[0].test(line)) ?? []
    if (begins === undefined || how === undefined || !('not' in how)) return []
    const command = `\`${begins.exec(line)?.[0].trim() ?? ''}\``
    return decision.some((row) => row.includes(command) && row.includes(how.not)) ? [] : [`${command}: ${how.not}`]
  })
  expect([...new Set(missing)]).toEqual([])
})

test('a command of a second says what it promises', async () => {
  const answers = documented.map(async ([, how]) => {
    if (!('runs' in how)) return []
    const [program, ...given] = how.runs
    const { stdout } = await promisify(execFile)(program === 'node' ? process.execPath : program, given)
    return how.says.test(stdout) ? [] : [`${how.runs.join(' ')}: ${stdout.slice(0, 500)}`]
  })
  expect((await Promise.all(answers)).flat()).toEqual([])
}, 120_000)

test.each(scripts)('the shell accepts the block of $page', ({ script }) => {
  expect(spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
})

/** Options of Docker that take a value of their own. */
const valued = /^(?:--profile|--entrypoint|-[suv])$/

/** The services that a call of `docker compose` names. */
function servicesOf(line: string): string[] {
  const words = line.split(/\s+/).slice(2)
  const bare = words.filter((word, index) => !word.startsWith('-') && !valued.test(words[index - 1] ?? ''))
  const [call, ...given] = bare
  const end = given.findIndex((word) => /^[>'"]/.test(word))
  const services = end === -1 ? given : given.slice(0, end)
  return call === 'exec' || call === 'run' ? services.slice(0, 1) : services
}

test('every service that a call of Docker names is in compose.yaml', () => {
  const all = /^services:\n([\s\S]*?)^\w/m.exec(`${readFileSync('compose.yaml', 'utf8')}\nend`)?.[1] ?? ''
  const services = new Set([...all.matchAll(/^ {2}([a-z-]+):$/gm)].map(([, name]) => name))
  const named = lines
    .filter(({ line }) => line.startsWith('docker compose '))
    .flatMap(({ page, line }) => servicesOf(line).map((service) => ({ page, service })))
  expect(named.filter(({ service }) => !services.has(service))).toEqual([])
  expect(named.length).toBeGreaterThan(20)
})

test('the database understands every statement that an operator types', async () => {
  const database = await testDatabase()
  await asOwner(database, async (sql) => {
    for (const { page, line } of statements) {
      const typed = line.replaceAll("'…'", "'00000000-0000-0000-0000-000000000000'")
      await expect(sql.unsafe(`explain ${typed}`), `${page}: ${line}`).resolves.not.toEqual([])
    }
  })
  expect(statements.length).toBeGreaterThan(8)
})
