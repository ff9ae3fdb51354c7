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
