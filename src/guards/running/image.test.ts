import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { importsOf } from '../../../scripts/check-floors.ts'

const entries = ['src/main.ts', 'scripts/backup.ts', 'scripts/restore.ts', 'scripts/rotate-key.ts']

/** `src` and `scripts` as the image holds them. */
function imageSources(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of ['src', 'scripts']) cpSync(part, join(folder, part), { recursive: true })
  expect(readFileSync('Dockerfile', 'utf8')).toContain(
    'npm prune --omit=dev --ignore-scripts && deploy/production-sources',
  )
  execFileSync(join(process.cwd(), 'deploy/production-sources'), { cwd: folder })
  return folder
}

/** Imports of values, dynamic ones too, and files that a module names beside itself. */
const needs =
  /^(?:import|export)\s+(?!type\b)(?:[^'"=(]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)|\bnew URL\('(\.\/[^'$]+)', import\.meta\.url\)/gm

test('the image holds every file that the product runs', () => {
  const folder = imageSources()
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  const missing: string[] = []
  const reached = new Set<string>()
  const visit = (file: string, from: string) => {
    if (reached.has(file)) return
    reached.add(file)
    if (!existsSync(join(folder, file))) return void missing.push(`${from} needs ${file}`)
    if (!file.endsWith('.ts')) return
    for (const [, still, dynamic, beside] of readFileSync(join(folder, file), 'utf8').matchAll(needs)) {
      const name = still ?? dynamic ?? beside ?? ''
      const parts = name.split('/')
      const packageName = parts.slice(0, name.startsWith('@') ? 2 : 1).join('/')
      if (name.startsWith('#')) visit(join('src', name.slice(1)), file)
      else if (name.startsWith('.')) visit(normalize(join(dirname(file), name)), file)
      // Only `--dev` starts Vite.
      else if (!name.startsWith('node:') && name !== 'vite' && !(packageName in dependencies))
        missing.push(`${file} needs ${name}`)
    }
  }
  for (const entry of entries) visit(entry, 'the image')
  expect(missing).toEqual([])
  expect(reached.size).toBeGreaterThan(500)
})

/** A file beside a module, or the beginning of its name. */
const beside = /\bnew URL\(['`]((?!\w+:)[^'`$]+)[^)]*import\.meta\.url\)/g

/** Modules that these ones import, types included, and what they read beside themselves. */
function readBy(files: readonly string[]) {
  const modules = new Set<string>()
  const read: string[] = []
  const visit = (file: string) => {
    if (modules.has(file)) return
    modules.add(file)
    const source = readFileSync(file, 'utf8')
    const named = [...source.matchAll(beside)].map(([, name = '']) => join(dirname(file), name))
    read.push(...named)
    for (const next of [...importsOf(file, source), ...named.filter((one) => one.endsWith('.ts'))]) visit(next)
  }
  for (const file of files) visit(file)
  return { modules, read }
}

test('the image holds no file beyond what the product runs, and the modules of the screens', () => {
  const product = readBy(entries)
  const built = readFileSync('vite.config.ts', 'utf8').matchAll(/'(src\/[^']+\.tsx?)'/g)
  const screens = readBy([
    ...[...built].map(([, file = '']) => file),
    ...globSync('src/**/*.tsx', { exclude: ['**/*.test.tsx', '**/testing/**'] }),
  ])
  const isRead = (file: string) => product.read.some((one) => (one.endsWith('/') ? file.startsWith(one) : file === one))
  const folder = imageSources()
  const needless = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .filter((file) => !product.modules.has(file) && !isRead(file) && !screens.modules.has(file))
  expect(needless).toEqual([])
})
