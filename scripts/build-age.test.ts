import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isBuildCurrent } from './build-age.ts'

/** A checkout that was written at one second, and built at another one. */
function checkout(written: number, built: number) {
  const root = mkdtempSync(join(tmpdir(), 'toptrader-build-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const write = (name: string, second: number) => {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), '')
    for (const path of [join(root, name), dirname(join(root, name))]) utimesSync(path, second, second)
  }
  const files = [
    'src/web/a.ts',
    'src/a.ts',
    'public/a.svg',
    'scripts/chunks/a.ts',
    'vite.config.ts',
    'tsconfig.base.json',
  ]
  for (const name of [...files, 'package.json', 'package-lock.json']) write(name, written)
  write('dist/web/a.js', built)
  write('dist/ssr/document.js', built)
  return { root, write }
}

test('a build that is newer than all sources is current', () => {
  expect(isBuildCurrent(checkout(100, 200).root)).toBe(true)
})

test.each(['src/web/a.ts', 'src/web/new.ts', 'public/a.svg', 'package-lock.json'])(
  '%s that is newer makes it old',
  (name) => {
    const { root, write } = checkout(100, 200)
    write(name, 300)
    expect(isBuildCurrent(root)).toBe(false)
  },
)

test('a file that has gone makes it old, and so does a missing build', () => {
  const gone = checkout(100, 200).root
  rmSync(join(gone, 'src/web/a.ts'))
  expect(isBuildCurrent(gone)).toBe(false)
  const missing = checkout(100, 200).root
  rmSync(join(missing, 'dist/web'), { recursive: true })
  expect(isBuildCurrent(missing)).toBe(false)
})
