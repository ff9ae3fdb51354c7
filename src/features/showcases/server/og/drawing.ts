import { readFileSync } from 'node:fs'
import satori from 'satori'
import type { Font } from 'satori'
import sharp from 'sharp'
import { rosette } from '#shared/engraving/guilloche.ts'
import { pastResults } from '#shared/screen-texts.ts'
import { imageSize, type ShareTexts } from '#shared/share-image.ts'

// The picture of shared links. satori sets the type with our own cuts of the fonts (`scripts/subset-fonts.ts`): no font of the machine
// is used, so every instance draws the same.

const { width, height } = imageSize
const colours = {
  cover: '#d3dfe8',
  surface: '#ffffff',
  ink: '#12202c',
  soft: '#384957',
  quiet: '#4f5f6d',
  line: '#bccad4',
  engraved: '#6f93ad',
  diamond: '#12293c',
  onDiamond: '#e8f1f7',
}
const tones = { gain: '#00695a', loss: '#ad3310', flat: colours.ink }
const triangles = { gain: 'M6 2.2 10.4 9.4H1.6z', loss: 'M6 9.8 1.6 2.6h8.8z', flat: '' }

const title = 'Bodoni, Bodoni Ext'
const text = 'Archivo, Archivo Ext'

const cuts = [
  ['Bodoni', 'bodoni-500', 500],
  ['Archivo', 'archivo-400', 400],
  ['Archivo', 'archivo-600', 600],
] as const
let loaded: Font[] | undefined

function fonts(): Font[] {
  loaded ??= cuts.flatMap(([name, file, weight]) =>
    (
      [
        ['', 'latin'],
        [' Ext', 'latin-ext'],
      ] as const
    ).map(([suffix, set]) => ({
      name: name + suffix,
      data: readFileSync(new URL(`./fonts/${file}-${set}.woff`, import.meta.url)),
      weight,
      style: 'normal' as const,
    })),
  )
  return loaded
}

/** PNG of 1200 × 630. */
export async function drawImage(texts: ShareTexts): Promise<Buffer> {
  return sharp(Buffer.from(await drawSvg(texts)))
    .png({ compressionLevel: 8 })
    .toBuffer()
}

/** `readable`: letters stay text and do not become outlines. */
export async function drawSvg(texts: ShareTexts, { readable = false } = {}): Promise<string> {
  const set = await satori(sheet(texts) as unknown as Parameters<typeof satori>[0], {
    width,
    height,
    fonts: fonts(),
    embedFont: !readable,
  })
  // The curves lie beneath the type. satori cannot draw a curve many times at different angles.
  const opening = set.indexOf('>') + 1
  return `${set.slice(0, opening)}<rect width="${width}" height="${height}" fill="${colours.cover}"/>${seal(texts.username)}${set.slice(opening)}`
}

const sealAt = { x: 776, y: -62, size: 480 }

function seal(seed: string): string {
  const { x, y, size } = sealAt
  const rings = rosette(seed, { size, rings: 3, hole: 0.48 }).flatMap(({ path, turns }) =>
    turns.map((degrees) => `<path d="${path}" transform="rotate(${degrees} ${size / 2} ${size / 2})"/>`),
  )
  return `<g transform="translate(${x} ${y})" fill="none" stroke="${colours.engraved}" stroke-width=".9">${rings.join('')}</g>`
}

interface Element {
  type: string
  props: Record<string, unknown>
}

type Style = Record<string, string | number>

function box(style: Style, ...children: (Element | string)[]): Element {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } }
}

function sheet(texts: ShareTexts): Element {
  return box(
    { width, height, flexDirection: 'column', fontFamily: text, color: colours.ink },
    box({ width, height: 4, backgroundColor: colours.ink }),
    box({ padding: '36px 56px 0', justifyContent: 'space-between', alignItems: 'center' }, wordmark()),
    rankInSeal(texts),
    box(
      { flexDirection: 'column', padding: '0 20px 0 56px', width: 776, height: 292, justifyContent: 'center' },
      badge(texts),
      box({ marginTop: 14, fontFamily: title, fontWeight: 500, ...sizeOf(texts.name), ...clamp(2) }, texts.name),
      box({ marginTop: 12, fontSize: 28, lineHeight: 1.3, color: colours.soft, ...clamp(2) }, texts.tagline),
    ),
    figures(texts),
    box(
      { padding: '22px 56px 0', justifyContent: 'space-between', fontSize: 21, color: colours.soft },
      box({}, `@${texts.username} · dati del ${texts.date}`),
      box({}, pastResults),
    ),
  )
}

function wordmark(): Element {
  return box(
    { alignItems: 'center', fontFamily: title, fontWeight: 500, fontSize: 34 },
    drawn(34, 26, 'M1 2h24v7H1zM1 13h16v4H1zM1 21.5h9V23H1z', colours.ink),
    box({ marginLeft: 14 }, 'TopTrader'),
  )
}

function badge(texts: ShareTexts): Element {
  const look = { backgroundColor: colours.diamond, color: colours.onDiamond, borderRadius: 3 }
  return box({}, box({ ...look, padding: '5px 12px', fontSize: 20, fontWeight: 600 }, texts.badge))
}

function rankInSeal({ rank, initials }: ShareTexts): Element {
  const { x, y, size } = sealAt
  const length = (rank ?? initials).length
  const face = { fontFamily: title, fontWeight: 500, fontSize: length > 3 ? 64 : length > 2 ? 84 : 104 }
  return box(
    {
      position: 'absolute',
      left: x,
      top: y,
      width: size,
      height: size,
      alignItems: 'center',
      justifyContent: 'center',
      ...face,
    },
    ...(rank === null
      ? []
      : [box({ fontFamily: text, fontWeight: 400, fontSize: '0.55em', marginRight: 4, color: colours.soft }, '#')]),
    box({}, rank ?? initials),
  )
}

function figures(texts: ShareTexts): Element {
  const triangle = triangles[texts.roiTone]
  const tone = tones[texts.roiTone]
  return box(
    { margin: '0 56px', height: 152, backgroundColor: colours.surface, borderTop: `3px solid ${colours.ink}` },
    cell(
      texts.window,
      box(
        { alignItems: 'center', ...figure, ...fit(texts.roi), color: tone },
        ...(triangle === '' || texts.roi === 'N/A' ? [] : [drawn(34, 12, triangle, tone)]),
        box({ marginLeft: triangle === '' ? 0 : 10 }, ...signed(texts.roi)),
      ),
      0,
    ),
    cell('Drawdown Max', box({ ...figure, ...fit(texts.drawdown) }, ...signed(texts.drawdown)), 1),
    cell('Verifica del conto', box({ fontSize: 32, lineHeight: 1.15, fontWeight: 600, marginTop: 12 }, texts.level), 1),
  )
}

const figure = { fontFamily: title, fontWeight: 500, fontSize: 58, lineHeight: 1.1 }

/** The size that fits the figures; `+12.345,67%` is the longest one. */
function fit(figures: string): Style {
  return figures.length > 9 ? { fontSize: 44, lineHeight: 1.45 } : {}
}

/** Bodoni's plus, minus and # are hairlines: they are set in Archivo. */
function signed(figures: string): Element[] {
  const sign = /^[+\u2212]/.exec(figures)?.[0]
  if (sign === undefined) return [box({}, figures)]
  return [
    box({ fontFamily: text, fontWeight: 400, fontSize: '0.8em', marginRight: 3 }, sign),
    box({}, figures.slice(1)),
  ]
}

function cell(label: string, content: Element, border: number): Element {
  return box(
    {
      flexDirection: 'column',
      width: 362,
      padding: '24px 28px',
      borderLeft: `${border}px solid ${colours.line}`,
    },
    box({ fontSize: 22, color: colours.quiet, marginBottom: 6 }, label),
    content,
  )
}

/** Size by the number of letters: the longest names take two lines, longer ones end in dots. */
function sizeOf(name: string): Style {
  const longest = Math.max(...name.split(' ').map((word) => word.length))
  if (name.length <= 18) return { fontSize: 80, lineHeight: 1.08 }
  return name.length <= 34 && longest <= 20 ? { fontSize: 64, lineHeight: 1.08 } : { fontSize: 48, lineHeight: 1.12 }
}

function clamp(lines: number): Style {
  return { display: 'block', lineClamp: lines, wordBreak: 'break-word' }
}

function drawn(size: number, grid: number, d: string, fill: string): Element {
  const path = { type: 'path', props: { d, fill } }
  return { type: 'svg', props: { width: size, height: size, viewBox: `0 0 ${grid} ${grid}`, children: path } }
}
