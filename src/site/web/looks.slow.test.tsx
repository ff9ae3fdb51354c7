import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openScreen, putOn, sizes, themes, type Size, type Theme } from './testing/open-screen.ts'
import { pictured } from './testing/screens.ts'

const still = document.createElement('style')
still.textContent =
  'body { height: 640px; overflow: hidden } *, ::before, ::after { animation: none !important; transition: none !important }'

beforeEach(async () => {
  document.head.append(still)
  // A browser shows the focus that a page sets by the last input: a press of an earlier screen would hide it.
  await userEvent.keyboard('{Escape}')
})
afterEach(() => {
  still.remove()
  document.body.style.pointerEvents = ''
})

async function show(size: Size, theme: Theme, at: string = 'body'): Promise<void> {
  await putOn(size, theme)
  await expect.poll(() => document.querySelector(at), { timeout: 30_000 }).not.toBeNull()
  document.querySelector(at)?.scrollIntoView({ behavior: 'instant' })
  // The pointer rests where an earlier screen was pressed: nothing under it may look hovered.
  document.body.style.pointerEvents = 'none'
}

/** Pixels that may differ: the edges of letters. A button of another colour, or a line of text 8 px lower, is more. */
const options = {
  timeout: 20_000,
  comparatorName: 'pixelmatch',
  comparatorOptions: { threshold: 0.1, allowedMismatchedPixelRatio: 0.0006 },
} as const
const looks = sizes.flatMap((size) => themes.map((theme) => [size, theme] as const))
const briefLooks = [looks[0], looks.at(-1)].filter((look) => look !== undefined)
const pictureOf = (screen: string, [width]: Size, theme: Theme) => `${screen}-${width}-${theme}`

describe('as before', () => {
  test.each(pictured)('$name', { timeout: 120_000 }, async (screen) => {
    await openScreen(screen)
    for (const [size, theme] of screen.brief ? briefLooks : looks) {
      await show(size, theme, screen.at)
      // A busy machine paints late: only a difference that stays counts.
      await vi.waitFor(() => expect(page).toMatchScreenshot(pictureOf(screen.name, size, theme), options), {
        timeout: 5_000,
      })
    }
  })
})

describe('a difference is seen', () => {
  test.each([
    ['another colour of a button', '.btn-primary { background: #7a3d8c !important }'],
    ['a heading 8 px lower', 'h1 { position: relative; top: 8px }'],
  ])('%s', { timeout: 120_000 }, async (_, css) => {
    const screen = pictured.find(({ name }) => name === 'sign-in')
    if (screen === undefined) throw new Error('The screen is gone')
    await openScreen(screen)
    const [size] = sizes
    const picture = pictureOf(screen.name, size, 'light')
    await show(size, 'light')
    await expect(page).toMatchScreenshot(picture, options)
    const changed = document.createElement('style')
    changed.textContent = css
    document.head.append(changed)
    const compared = expect(page).toMatchScreenshot(picture, { ...options, timeout: 2_000 })
    await expect(compared).rejects.toThrow('pixels')
    changed.remove()
  })
})
