import { accounts } from './accounts.ts'
import { guideMarkdown, type GuideSection } from './blocks.ts'
import { installing } from './installing.ts'
import { problems } from './problems.ts'
import { rights } from './rights.ts'

/** The whole guide, for the site (`/how-it-works/index.html`) and for `docs/guida-trader.md`. */
export const traderGuide: readonly GuideSection[] = [...installing, ...problems, ...accounts, ...rights]

/** `docs/guida-trader.md`, written by `scripts/static-pages.ts`. */
export function traderGuideDocument(): string {
  return `# Guida del trader: l’Expert Advisor

La stessa guida è sul sito, alla pagina «Come funziona». Il testo è in \`src/features/legal/guide\`: \`node scripts/static-pages.ts\` scrive questa pagina.

${guideMarkdown(traderGuide)}
`
}
