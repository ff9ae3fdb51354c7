import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Package {
  optionalDependencies: Record<string, string>
}

test('the pinned runtime runs, the same on every platform', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Package
  const versions = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'))
  expect(versions.length).toBe(4)
  expect(new Set(versions.map(([, version]) => version))).toEqual(new Set([process.versions.node]))
})

test.each([
  // The page for operators tells the process alone: its supervisor sets the environment.
  { file: 'docs/operations/install.md', settings: ['--max-semi-space-size=32'] },
  ...['scripts/start.mjs', 'Dockerfile', 'deploy/toptrader@.service', 'bench/frame/children.ts'].map((file) => ({
    file,
    settings: ['--max-semi-space-size=32', 'MALLOC_MMAP_THRESHOLD_', '262144'],
  })),
])('$file starts the server with the memory of decisions 056 and 062', ({ file, settings }) => {
  const text = readFileSync(file, 'utf8')
  for (const setting of settings) expect(text).toContain(setting)
})

test('V8 knows the option that makes its heap grow in small steps (decision 062)', () => {
  expect(readFileSync('src/main.ts', 'utf8')).toContain("setFlagsFromString('--heap-growing-percent=25')")
  const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })
  expect(stdout).toContain('--heap-growing-percent')
})
