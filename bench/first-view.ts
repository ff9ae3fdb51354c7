import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { bench, record, Unavailable } from './frame/bench.ts'

/**
 * The weight of the first view (brotli-11) against the bare react-dom bundle built in the same run, and the files that each other view
 * fetches on top of it before it can be drawn. It needs the built web part.
 */

interface ManifestEntry {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

const bars = { overReact: 1.45, css: 12_000, fonts: 50_000, view: 35_000, files: 6 }
/** The profile draws its chart at once, and the chart's library is half of it. */
const profile = { screen: 'src/features/traders/web/ProfileView.tsx', bar: 85_000 }
const viewSources = 'src/site/web/view-sources.ts'

const web = new URL('../dist/web/', import.meta.url)
const compressed = (path: string | URL) => brotliCompressSync(readFileSync(path)).length
let manifest: Record<string, ManifestEntry> = {}

await bench(async () => {
  const listed = new URL('.vite/manifest.json', web)
  if (!existsSync(listed)) throw new Unavailable('dist/web is missing: run npm run build')
  manifest = JSON.parse(readFileSync(listed, 'utf8')) as typeof manifest
  const entry = manifest['src/web.tsx']
  if (entry === undefined) throw new Error('dist/web has no entry src/web.tsx')
  const first = reached(['src/web.tsx'])
  const others: { name: string; bytes: number }[] = []
  const files: { name: string; count: number }[] = []
  for (const screen of manifest[viewSources]?.dynamicImports ?? []) {
    const name = basename(screen, '.tsx')
    const parts = screen === profile.screen ? [...reached([screen], first)] : []
    // A definition's popup is fetched with the first pointer on a term, a dialog by a press.
    const later = parts
      .flatMap((part) => manifest[part]?.dynamicImports ?? [])
      .filter((part) => !/^(?:src\/web\/ui\/terms\/|_dialogs-)/.test(part))
    // The document names its own screen's chunk.
    files.push({ name, count: reached(['src/web.tsx', screen]).size })
    const bytes = weightOf(reached([viewSources, screen, ...later], first))
    console.log(`${name}: ${bytes} bytes more of JavaScript`)
    if (screen === profile.screen) record(`more JavaScript of ${name}`, bytes, 'bytes', { most: profile.bar })
    else others.push({ name, bytes })
  }
  // Until a view opened directly is drawn: beside these the page, two style sheets and two fonts.
  const [most] = files.toSorted((one, other) => other.count - one.count)
  record(`most files of JavaScript, ${most?.name}`, most?.count ?? Number.NaN, 'files', { most: bars.files })
  const registration = files.find(({ name }) => name === 'AuthView')
  record('files of JavaScript of AuthView', registration?.count ?? Number.NaN, 'files', { most: 5 })
  const [heaviest] = others.toSorted((one, other) => other.bytes - one.bytes)
  record(`more JavaScript of ${heaviest?.name}`, heaviest?.bytes ?? Number.NaN, 'bytes', { most: bars.view })
  const fonts = readdirSync(new URL('assets/', web)).filter(
    (file) => file.endsWith('.woff2') && !file.includes('latin-ext'),
  )
  const fontBytes = sum(fonts.map((file) => statSync(new URL(`assets/${file}`, web)).size))
  record('fonts', fontBytes, 'bytes', { most: bars.fonts })
  record('CSS', sum((entry.css ?? []).map((file) => compressed(new URL(file, web)))), 'bytes', { most: bars.css })
  const [js, floor] = [weightOf(first), await floorOfReact()]
  console.log(
    `JavaScript of the first view ${js} bytes, bare react-dom ${floor}: room for ${Math.floor(floor * bars.overReact) - js}`,
  )
  record('JavaScript of the first view / react-dom', js / floor, '×', { most: bars.overReact })
})

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
