import { readFileSync } from 'node:fs'
import type { PageRequest, RenderPage } from '#shared/page.ts'
import { themeScript } from './theme-script.ts'

type Assets = PageRequest['assets']

interface ManifestEntry {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
  isDynamicEntry?: boolean
  /** A group's, where it is no module's own file. */
  name?: string
}

/** The built web part's entry files and renderer. */
export interface BuiltPages {
  assets: Assets
  render: RenderPage
}

/** The build's folder of the browser's files; `start` builds it where it is missing. */
export const webRoot = new URL('../../../dist/web/', import.meta.url)

/** Fonts with rarer letters load when a name needs them, never ahead. */
const rareFont = /latin-ext/

/** Reads the build's manifest and renderer once. @throws where the web part is not built */
export async function readBuiltPages(): Promise<BuiltPages> {
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', webRoot), 'utf8')) as Record<
    string,
    ManifestEntry
  >
  const entry = manifest['src/web.tsx']
  if (entry === undefined) throw new Error('dist/web has no entry src/web.tsx: run npm run build')
  const closed = manifest['src/web/closed/document.ts']
  const firstUse = manifest['src/web/first-use.ts']
  const fonts = (entry.assets ?? []).filter((file) => file.endsWith('.woff2') && !rareFont.test(file))
  const imports = (entry.imports ?? []).map((key) => manifest[key]?.file).filter((file) => file !== undefined)
  const { render } = (await import(new URL('../ssr/document.js', webRoot).href)) as { render: RenderPage }
  return {
    assets: {
      theme: themeScript,
      scripts: [`/${entry.file}`],
      styles: (entry.css ?? []).map((file) => `/${file}`),
      icon: `data:image/svg+xml,${encodeURIComponent(readFileSync(new URL('favicon.svg', webRoot), 'utf8').trim())}`,
      preloads: [
        ...fonts.map((file) => ({ href: `/${file}`, as: 'font' as const })),
        ...imports.map((file) => ({ href: `/${file}`, as: 'script' as const })),
      ],
      lazy: lazyScripts(manifest, entry),
      closed: closed === undefined ? [] : [`/${closed.file}`],
      firstUse: firstUse === undefined ? undefined : `/${firstUse.file}`,
    },
    render,
  }
}

/**
 * The files that each lazily loaded module fetches beyond those of the entry, its own first. A module that a group of the build holds
 * (`sharedParts` in `scripts/chunks/shared-parts.ts`) has the group's name.
 */
function lazyScripts(manifest: Record<string, ManifestEntry>, entry: ManifestEntry): Assets['lazy'] {
  const withImports = (of: ManifestEntry, found = new Set<string>()): Set<string> => {
    if (found.has(of.file)) return found
    found.add(of.file)
    for (const key of of.imports ?? []) {
      const imported = manifest[key]
      if (imported !== undefined) withImports(imported, found)
    }
    return found
  }
  const first = withImports(entry)
  return Object.fromEntries(
    Object.entries(manifest)
      .filter(
        ([key, { isDynamicEntry, file }]) => (isDynamicEntry === true || key.startsWith('_')) && file.endsWith('.js'),
      )
      .map(([key, module]) => [
        key.startsWith('_') ? (module.name ?? key) : key,
        [...withImports(module).difference(first)].map((file) => `/${file}`),
      ]),
  )
}
