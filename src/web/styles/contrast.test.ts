import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Graphics need 3:1 beside their ground (WCAG 1.4.11). Axe reads the colours of texts, and no graphic.

const least = 3
const words = (text: string) => text.trim().split(/\s+/)
const grounds = words('bg surface sunken raised cover tint tint-2 accent-tint')
/** Edges of fields, marks, icons and lines that a reader needs, each on every ground. */
const graphics = words(`
  control rule bar action action-hover accent accent-hover focus
  gain loss flat ok warn danger danger-fill danger-fill-hover info
  brass crown-1 crown-2 crown-3 diamond-bg
  chart-line chart-line-2 chart-loss chart-zero chart-axis`)
/** Fainter graphics, each with the reason why it carries no information. */
const decorative: Record<string, string> = {
  line: 'a hairline parts what space parts already',
  'line-2': 'the same on a darker ground',
  mark: 'the place and the quotation are written; the bars that it fills have an edge of their own',
  'brass-line': 'the edge of the demonstration’s line, whose ground differs already',
  'brass-fill': 'the ground of a part of the score: its points are written on it or in the table beside',
  'chart-grid': 'the scale is written at its lines',
  guilloche: 'an engraved pattern',
  'band-ink-line': 'an engraved pattern',
  'band-brass-line': 'an engraved pattern',
  skeleton: 'the place of what is still to come, which a text names',
  'skeleton-2': 'the same, at the other end of its pulse',
}
/** Pairs that do not stand together, or that nobody needs. */
const excused: Record<string, string> = {
  'chart-zero on cover': 'charts stand on sheets, and the lines of growth on rows: none on the cover',
}
/** Grounds of one text alone, and colours of texts. */
const texts = words(`
  ink ink-2 ink-3 ink-off on-bar on-action on-danger on-brass diamond-ink
  gain-bg loss-bg ok-bg warn-bg danger-bg info-bg brass-bg band-ink band-brass`)

const sheet = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const coloursIn = (css: string) =>
  Object.fromEntries(
    [...css.matchAll(/--([a-z\d-]+):\s*(#[\da-f]{6})\b/g)].map(([, name = '', hex = '']) => [name, hex]),
  )
const [beforeDark = '', fromDark = ''] = sheet.split('.dark {')
const light = coloursIn(beforeDark)
const themes = { light, dark: { ...light, ...coloursIn(fromDark) } }

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [less = 0, more = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (more + 0.05) / (less + 0.05)
}

const faint = (names: readonly string[]) =>
  Object.entries(themes).flatMap(([theme, colours]) =>
    names.flatMap((name) =>
      grounds
        .filter((ground) => contrast(colours[name] ?? '', colours[ground] ?? '') < least)
        .map((ground) => ({ theme, pair: `${name} on ${ground}` })),
    ),
  )

test('contrast is that of the definition', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('each graphic stands out from its ground in both themes', () => {
  expect(faint(graphics).filter(({ pair }) => !(pair in excused))).toEqual([])
})

test('every excuse is needed', () => {
  const pairs = faint([...graphics, ...Object.keys(decorative)]).map(({ pair }) => pair)
  expect(Object.keys(excused).filter((pair) => !pairs.includes(pair))).toEqual([])
  const isFaint = (name: string) => pairs.some((pair) => pair.startsWith(`${name} on `))
  expect(Object.keys(decorative).filter((name) => !isFaint(name))).toEqual([])
})

test('every colour has its part', () => {
  const named = [...grounds, ...graphics, ...Object.keys(decorative), ...texts]
  expect(Object.keys(light).toSorted()).toEqual(named.toSorted())
})
