import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

// Measures the weight of the first view (brotli-11) against the bare react-dom bundle built in the same run, and the files that each
// other view fetches on top of it before it can be drawn. Build first.
// node scripts/first-view-weight.ts

interface ManifestEntry {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

const JS_OVER_FLOOR = 1.45
const CSS_LIMIT = 12_000
const FONT_LIMIT = 50_000
const VIEW_LIMIT = 35_000
/** The profile draws its chart at once, and the chart's library is half of it. */
const profile = { screen: 'src/features/traders/web/ProfileView.tsx', limit: 85_000 }
const VIEW_SOURCES = 'src/site/web/view-sources.ts'

const web = new URL('../dist/web/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', web), 'utf8')) as Record<string, ManifestEntry>
const compressed = (path: string | URL) => brotliCompressSync(readFileSync(path)).length

const entry = manifest['src/web.tsx']
if (entry === undefined) throw new Error('dist/web has no entry src/web.tsx: run npm run build')
const first = reached(['src/web.tsx'])
const js = weightOf(first)
const css = sum((entry.css ?? []).map((file) => compressed(new URL(file, web))))
const fonts = sum(
  readdirSync(new URL('assets/', web))
    .filter((file) => file.endsWith('.woff2') && !file.includes('latin-ext'))
    .map((file) => statSync(new URL(`assets/${file}`, web)).size),
)
const floor = await floorOfReact()

report('JavaScript', js, Math.round(floor * JS_OVER_FLOOR))
console.log(`  ${(js / floor).toFixed(2)} × the bare react-dom bundle of ${floor} bytes`)
report('CSS', css, CSS_LIMIT)
report('Fonts', fonts, FONT_LIMIT)

console.log('JavaScript of the other views, without the first one’s')
for (const screen of manifest[VIEW_SOURCES]?.dynamicImports ?? []) {
  const later = manifest[screen]?.dynamicImports ?? []
  const atOnce = reached([VIEW_SOURCES, screen, ...(screen === profile.screen ? later : [])], first)
  report(basename(screen, '.tsx'), weightOf(atOnce), screen === profile.screen ? profile.limit : VIEW_LIMIT)
}

/** Everything that these import before they run, without the known parts. */
function reached(keys: readonly string[], known: ReadonlySet<string> = new Set()): Set<string> {
  const found = new Set<string>()
  const visit = (key: string) => {
    if (known.has(key) || found.has(key)) return
    found.add(key)
    for (const next of manifest[key]?.imports ?? []) visit(next)
  }
  for (const key of keys) visit(key)
  return found
}

function weightOf(keys: ReadonlySet<string>): number {
  return sum(
    [...keys].flatMap((key) => (manifest[key] === undefined ? [] : compressed(new URL(manifest[key].file, web)))),
  )
}

function report(name: string, bytes: number, limit: number): void {
  if (bytes > limit) process.exitCode = 1
  console.log(`${name.padEnd(20)}${String(bytes).padStart(8)} of ${limit} bytes${bytes > limit ? '  TOO HEAVY' : ''}`)
}

async function floorOfReact(): Promise<number> {
  const folder = mkdtempSync(new URL('../node_modules/.floor-', import.meta.url).pathname)
  try {
    const source = join(folder, 'floor.js')
    writeFileSync(
      source,
      "import { createElement } from 'react'\nimport { hydrateRoot } from 'react-dom/client'\nhydrateRoot(document.body, createElement('p'))\n",
    )
    await build({
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      build: { outDir: join(folder, 'out'), modulePreload: { polyfill: false }, rolldownOptions: { input: source } },
    })
    const assets = join(folder, 'out', 'assets')
    return sum(readdirSync(assets).map((file) => compressed(join(assets, file))))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0)
}
