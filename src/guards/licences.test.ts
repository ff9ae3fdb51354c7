import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isShipped, lockedPackages } from '../../scripts/locked-packages.ts'

// THIRD-PARTY.md names every package that is shipped, with the licence that the package gives.

interface Description {
  license: string
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
const description = (folder: string) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Description

test('THIRD-PARTY.md names the licence of every package that the server or the browser runs', () => {
  const { dependencies, devDependencies } = description('.')
  const screens = globSync('src/**/*.{ts,tsx,css}', { exclude: ['**/*.test.*', '**/testing/**', '**/server/**'] })
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const ofScreens = Object.keys(devDependencies).filter((name) =>
    new RegExp(`(?:from|import|import\\()\\s*['"]${name}(?:/[^'"]*)?['"]`).test(screens),
  )
  expect(ofScreens).toContain('react')
  const page = readFileSync('THIRD-PARTY.md', 'utf8')
  const listed = new Map(
    [...page.matchAll(/^\| `([^`*]+)` \| (\S[^|]*\S) \|$/gm)].map(
      ([, name = '', licence = '']) => [name, licence] as const,
    ),
  )
  const shipped = [...ofScreens, ...Object.keys(dependencies)]
  expect(Object.fromEntries(shipped.map((name) => [name, listed.get(name)]))).toEqual(
    Object.fromEntries(shipped.map((name) => [name, description(`node_modules/${name}`).license])),
  )
  expect([...listed.keys()].filter((name) => !shipped.includes(name))).toEqual([])
})

test('THIRD-PARTY.md names the licence of a package that the build copies unchanged', () => {
  const copied = [...readFileSync('vite.config.ts', 'utf8').matchAll(/node_modules\/([\w-]+)'/g)].map(
    ([, name = '']) => name,
  )
  expect(copied).toEqual(['swagger-ui-dist'])
  const page = readFileSync('THIRD-PARTY.md', 'utf8')
  for (const name of copied) expect(page).toContain(`\`${name}\` (${description(`node_modules/${name}`).license})`)
})

test('the fonts are shipped with their licence', () => {
  const licence = readFileSync('public/fonts/OFL.txt', 'utf8')
  for (const face of ['Archivo', 'Bodoni Moda']) expect(licence).toContain(`The ${face} Project Authors`)
  expect(licence).toContain('SIL OPEN FONT LICENSE')
})

test('the product has at most 120 packages, and docs/security.md says how many', () => {
  const shipped = Object.values(lockedPackages()).filter(isShipped)
  expect(shipped.length).toBeLessThanOrEqual(120)
  expect(readFileSync('docs/security.md', 'utf8')).toContain(`The product has ${shipped.length} packages`)
})

test('the list of packages names each one that the product needs, with its licence and hash', () => {
  execFileSync(process.execPath, ['scripts/sbom.ts'])
  const { components } = JSON.parse(readFileSync('dist/sbom.json', 'utf8')) as {
    components: { name: string; version: string; hashes: unknown[]; licenses: unknown[] }[]
  }
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  const names = components.map((component) => component.name)
  expect(names).toEqual(expect.arrayContaining([...Object.keys(dependencies), 'zod', 'pg-protocol']))
  expect(components).toHaveLength(Object.values(lockedPackages()).filter(isShipped).length)
  for (const { hashes, licenses } of components) expect([hashes.length, licenses.length]).toEqual([1, 1])
})
