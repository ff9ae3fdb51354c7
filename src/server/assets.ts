import { readFileSync } from 'node:fs'
import type { PageRequest, RenderPage } from '#shared/page.ts'

type Assets = PageRequest['assets']

interface ManifestEntry {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
}

/** What the built web part offers to a page: its entry files and the renderer. */
export interface BuiltPages {
  assets: Assets
  render: RenderPage
}

/** Where the build puts what the browser loads; `start` builds it where it is missing. */
export const webRoot = new URL('../../dist/web/', import.meta.url)

/** Fonts with rarer letters are fetched when a name needs them, never ahead. */
const rareFont = /latin-ext/

/** Reads the build's manifest and renderer once. @throws where the web part was not built */
export async function readBuiltPages(): Promise<BuiltPages> {
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', webRoot), 'utf8')) as Record<
    string,
    ManifestEntry
  >
  const entry = manifest['src/web.tsx']
  if (entry === undefined) throw new Error('dist/web has no entry src/web.tsx: run npm run build')
  const fonts = (entry.assets ?? []).filter((file) => file.endsWith('.woff2') && !rareFont.test(file))
  const imports = (entry.imports ?? []).map((key) => manifest[key]?.file).filter((file) => file !== undefined)
  const { render } = (await import(new URL('../ssr/document.js', webRoot).href)) as { render: RenderPage }
  return {
    assets: {
      scripts: [`/${entry.file}`],
      styles: (entry.css ?? []).map((file) => `/${file}`),
      preloads: [
        ...fonts.map((file) => ({ href: `/${file}`, as: 'font' as const })),
        ...imports.map((file) => ({ href: `/${file}`, as: 'script' as const })),
      ],
    },
    render,
  }
}
