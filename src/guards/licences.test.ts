import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

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
    [...page.matchAll(/^\| `([^`*]+)` \| (\S+) \|$/gm)].map(([, name = '', licence = '']) => [name, licence] as const),
  )
  const shipped = [...ofScreens, ...Object.keys(dependencies)]
  expect(Object.fromEntries(shipped.map((name) => [name, listed.get(name)]))).toEqual(
    Object.fromEntries(shipped.map((name) => [name, description(`node_modules/${name}`).license])),
  )
  expect([...listed.keys()].filter((name) => !shipped.includes(name))).toEqual([])
})

test('the fonts are shipped with their licence', () => {
  const licence = readFileSync('public/fonts/OFL.txt', 'utf8')
  for (const face of ['Archivo', 'Bodoni Moda']) expect(licence).toContain(`The ${face} Project Authors`)
  expect(licence).toContain('SIL OPEN FONT LICENSE')
})
