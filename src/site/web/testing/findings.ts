import axe from 'axe-core'
import { onTestFinished } from 'vitest'
import { axeTags, findingsOf } from '#web/testing/axe.ts'
import { openScreen, putOn, sizes, themes } from './open-screen.ts'
import type { Screen } from './screens.ts'

const still = document.createElement('style')
still.textContent = '*, ::before, ::after { animation: none !important; transition: none !important }'

/** The rules that read colours: a theme changes nothing else, so the other theme gets these alone. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** Opens the screen. @returns what axe finds at every width and in both themes */
export async function findingsOn(screen: Screen): Promise<string[]> {
  document.head.append(still)
  document.documentElement.lang = 'it'
  onTestFinished(() => still.remove())
  await openScreen(screen, 200)
  const found: string[] = []
  for (const size of sizes) {
    for (const theme of themes) {
      await putOn(size, theme)
      const runOnly = theme === 'light' ? { type: 'tag', values: axeTags } : { type: 'rule', values: ofColours }
      const results = await axe.run(document, { runOnly } as axe.RunOptions)
      found.push(...findingsOf(results).map((finding) => `${size[0]} px, ${theme}: ${finding}`))
    }
  }
  return found
}
