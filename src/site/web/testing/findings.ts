import axe from 'axe-core'
import { onTestFinished } from 'vitest'
import { userEvent } from 'vitest/browser'
import { axeOptions, findingsOf } from '#web/testing/axe.ts'
import { callChromium } from '#web/testing/chromium.ts'
import { missedByFingers, overflows, smallTargets } from './layout-errors.ts'
import { openScreen, putOn, sizes, themes } from './open-screen.ts'
import type { Screen } from './states.ts'

const still = document.createElement('style')
still.textContent = '*, ::before, ::after { animation: none !important; transition: none !important }'

/** The rules that read colours: a theme changes nothing else, so the other theme gets these alone. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** The narrowest viewport, as a page at 400 % zoom has it (WCAG 1.4.10). */
const narrowest = [320, 640] as const

/** A tablet, px: wider than what stacks the parts of a page, and pressed by fingers as a phone is. */
const tablet = [1024, 640] as const

const emulateTouch = (enabled: boolean) => callChromium('Emulation.setTouchEmulationEnabled', { enabled })

/** Opens the screen. @returns what axe finds at every width and in both themes, targets too small to press, or for a finger where fingers press, and what overflows */
export async function findingsOn(screen: Screen): Promise<string[]> {
  document.head.append(still)
  document.documentElement.lang = 'it'
  onTestFinished(() => still.remove())
  await openScreen(screen)
  // At another width something else lies under the pointer, and may open what covers the rest.
  await userEvent.hover(document.documentElement, { position: { x: 1, y: 1 }, force: true })
  const found: string[] = []
  for (const size of [narrowest, ...sizes]) {
    await putOn(size, 'light')
    const wrong = [...overflows(), ...smallTargets(), ...(size === sizes[0] ? missedByFingers() : [])]
    found.push(...wrong.map((finding) => `${size[0]} px: ${finding}`))
    if (size === narrowest) continue
    for (const theme of themes) {
      await putOn(size, theme)
      const options: axe.RunOptions = theme === 'light' ? axeOptions : { ...axeOptions, runOnly: ofColours }
      const results = await axe.run(document, options)
      found.push(...findingsOf(results).map((finding) => `${size[0]} px, ${theme}: ${finding}`))
    }
  }
  await emulateTouch(true)
  onTestFinished(async () => void (await emulateTouch(false)))
  await putOn(tablet, 'light')
  found.push(...[...overflows(), ...missedByFingers()].map((finding) => `${tablet[0]} px, touched: ${finding}`))
  return found
}
