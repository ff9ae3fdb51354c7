import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { installCommand, missingTools, type Machine } from './test-tools.ts'

const folder = mkdtempSync(join(tmpdir(), 'toptrader-tools-'))
afterAll(() => rmSync(folder, { recursive: true }))

const withBrowser = () => true
const withoutBrowser = () => false
const commands = ['g++', 'haproxy', 'pgbouncer', 'openssl', 'promtool', 'amtool', 'age', 'zstd']
for (const command of commands) {
  writeFileSync(join(folder, command), '')
  chmodSync(join(folder, command), 0o755)
}
const named = (path: string, hasBrowser: () => boolean) => missingTools(path, hasBrowser).map(({ command }) => command)

test('a program in no folder of the path is missing, and a browser where none is found', () => {
  expect(named(`/nowhere:${folder}`, withBrowser)).toEqual([])
  expect(named('/nowhere', withoutBrowser)).toEqual([...commands, 'chromium'])
  chmodSync(join(folder, 'haproxy'), 0o644)
  expect(named(folder, withBrowser)).toEqual(['haproxy'])
  chmodSync(join(folder, 'haproxy'), 0o755)
})

test('one command installs them: with sudo for users, from Playwright where the system’s package of Chromium needs snapd', () => {
  const missing = missingTools('/nowhere', withoutBrowser)
  const command = (machine: Partial<Machine>, tools = missing) =>
    installCommand(tools, { system: 'debian', isRoot: true, hasSudo: false, ...machine })
  const install = 'env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends'
  const packages = 'g++ haproxy pgbouncer openssl prometheus prometheus-alertmanager age zstd'
  expect(command({})).toBe(`apt-get update -qq && ${install} ${packages} chromium`)
  expect(command({ isRoot: false })).toBe(`sudo apt-get update -qq && sudo ${install} ${packages} chromium`)
  expect(command({ system: 'ubuntu' })).toBe(
    `apt-get update -qq && ${install} ${packages} && npx playwright install --with-deps chromium`,
  )
  expect(command({ system: 'ubuntu' }, missingTools(folder, withoutBrowser))).toBe(
    'npx playwright install --with-deps chromium',
  )
  expect(command({ system: 'fedora' })).toBeNull()
  expect(command({ system: undefined })).toBeNull()
})
