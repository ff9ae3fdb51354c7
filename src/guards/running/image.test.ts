import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** Imports of values, dynamic ones too, and files that a module names beside itself. */
const needs =
  /^(?:import|export)\s+(?!type\b)(?:[^'"=(]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)|\bnew URL\('(\.\/[^'$]+)', import\.meta\.url\)/gm

test('the image holds every file that the product runs, and no test, test’s helper or tool', () => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of ['src', 'scripts']) cpSync(part, join(folder, part), { recursive: true })
  expect(readFileSync('Dockerfile', 'utf8')).toContain(
    'npm prune --omit=dev --ignore-scripts && deploy/production-sources',
  )
  execFileSync(join(process.cwd(), 'deploy/production-sources'), { cwd: folder })

  const left = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  expect(left.filter((name) => /\.test\.|(^|\/)(testing|guards|demo|seed)(\/|$)/.test(name))).toEqual([])

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
  for (const entry of ['src/main.ts', 'scripts/backup.ts', 'scripts/restore.ts', 'scripts/rotate-key.ts'])
    visit(entry, 'the image')
  expect(missing).toEqual([])
  expect(reached.size).toBeGreaterThan(500)
})
