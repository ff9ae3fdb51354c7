import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sharedParts } from './shared-parts.ts'

test('every name of a shared part is a file or a folder: another one would be joined with nothing', () => {
  const isThere = (name: string) => ['', '.ts', '.tsx'].some((ending) => existsSync(`${name}${ending}`))
  const named = sharedParts.flatMap(({ modules, icons = [], packages = [] }) => [
    ...modules.map((name) => `src/${name}`),
    ...icons.map((name) => `node_modules/lucide-react/dist/esm/icons/${name}.mjs`),
    ...packages.map((name) => `node_modules/${name}`),
  ])
  expect(named.filter((name) => !isThere(name))).toEqual([])
})
