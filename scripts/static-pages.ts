import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { traderGuideDocument } from '#features/legal/guide/trader-guide.ts'

// Writes the stylesheet of the static pages and its two faces into public/, and the trader's guide into docs/. The pages themselves are
// made by the server (`src/site/server/static-pages.ts`). Run again after a change of the guide or of a token:  node scripts/static-pages.ts

const root = new URL('../', import.meta.url)
const target = new URL('public/', root)

await writeFile(new URL('docs/guida-trader.md', root), traderGuideDocument())

/** The tokens without the part that only Tailwind reads. */
const tokens = (await readFile(new URL('src/web/styles/tokens.css', root), 'utf8')).split('/* Tailwind')[0] ?? ''
const rules = await readFile(new URL('scripts/static-pages.css', root), 'utf8')
await writeFile(
  new URL('static-pages.css', target),
  `/* Made by scripts/static-pages.ts. */\n${tokens.trimEnd()}\n\n${rules}`,
)

await mkdir(new URL('fonts/', target), { recursive: true })
for (const face of ['archivo.woff2', 'bodoni.woff2']) {
  await copyFile(new URL(`src/web/styles/fonts/${face}`, root), new URL(`fonts/${face}`, target))
}
