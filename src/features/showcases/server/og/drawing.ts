import { readFileSync } from 'node:fs'
import { Renderer, type FontDetails, type MeasuredNode, type Node } from '@takumi-rs/core'
import sharp from 'sharp'
import { rosette } from '#shared/engraving/guilloche.ts'
import { pastResults } from '#shared/screen-texts.ts'
import { imageSize, type ShareTexts } from '#shared/share-image.ts'

// The picture of shared links. Takumi sets the type with our own cuts of the fonts (`scripts/subset-fonts.ts`): no font of the machine
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
let made: Promise<Renderer> | undefined

async function makeRenderer(): Promise<Renderer> {
  const renderer = new Renderer()
  for (const [name, file, weight] of cuts) {
    for (const [suffix, set] of [
      ['', 'latin'],
      [' Ext', 'latin-ext'],
    ] as const) {
      const data = readFileSync(new URL(`./fonts/${file}-${set}.woff`, import.meta.url))
      await renderer.registerFont({ name: name + suffix, data, weight, style: 'normal' } satisfies FontDetails)
    }
  }
  return renderer
}

/** PNG of 1200 × 630. */
export async function drawImage(texts: ShareTexts): Promise<Buffer> {
  return sharp(Buffer.from(await drawSvg(texts)))
    .png({ compressionLevel: 8 })
    .toBuffer()
}

/** The same as SVG: letters are outlines. */
export async function drawSvg(texts: ShareTexts): Promise<string> {
  const renderer = await (made ??= makeRenderer())
  const set = await renderer.renderSvg(sheet(texts), { width, height })
  // The curves lie beneath the type. Takumi cannot draw a curve many times at different angles.
  const opening = set.indexOf('>') + 1
  return `${set.slice(0, opening)}<rect width="${width}" height="${height}" fill="${colours.cover}"/>${seal(texts.username)}${set.slice(opening)}`
}

/** The lines of type in a picture, where they stand in pixels; what is cut off is not among them. */
export async function linesOf(
  texts: ShareTexts,
): Promise<{ text: string; left: number; top: number; right: number; bottom: number }[]> {
  const renderer = await (made ??= makeRenderer())
  const read = ({
    transform: [, , , , left, top],
    runs,
    children,
  }: MeasuredNode): Awaited<ReturnType<typeof linesOf>> => [
    ...runs.map((run) => ({
      text: run.text,
      left: left + run.x,
      top: top + run.y,
      right: left + run.x + run.width,
      bottom: top + run.y + run.height,
    })),
    ...children.flatMap(read),
  ]
  return read(await renderer.measure(sheet(texts), { width, height }))
}

const sealAt = { x: 776, y: -62, size: 480 }

function seal(seed: string): string {
  const { x, y, size } = sealAt
  const rings = rosette(seed, { size, rings: 3, hole: 0.48 }).flatMap(({ path, turns }) =>
    turns.map((degrees) => `<path d="${path}" transform="rotate(${degrees} ${size / 2} ${size / 2})"/>`),
  )
  return `<g transform="translate(${x} ${y})" fill="none" stroke="${colours.engraved}" stroke-width=".9">${rings.join('')}</g>`
}

type Style = Record<string, string | number>

function box(style: Style, ...children: (Node | string)[]): Node {
  return {
    type: 'container',
    style: { display: 'flex', ...style },
    children: children.map((child) => (typeof child === 'string' ? { type: 'text', text: child } : child)),
  }
}

function sheet(texts: ShareTexts): Node {
  return box(
    { width, height, flexDirection: 'column', fontFamily: text, color: colours.ink },
    box({ width, height: 4, backgroundColor: colours.ink }),
    box({ padding: '36px 56px 0', justifyContent: 'space-between', alignItems: 'center' }, wordmark()),
    rankInSeal(texts),
    box(
      { flexDirection: 'column', padding: '0 20px 0 56px', width: 796, height: 292, justifyContent: 'center' },
      badge(texts),
      box({ marginTop: 14, fontFamily: title, fontWeight: 500, ...sizeOf(texts.name), ...clamp(2) }, texts.name),
      box({ marginTop: 12, fontSize: 28, lineHeight: 1.3, color: colours.soft, ...clamp(2) }, texts.tagline),
    ),
    figures(texts),
    box(
      { padding: '22px 56px 0', justifyContent: 'space-between', fontSize: 21, color: colours.soft },
      box({}, `${texts.of} · dati del ${texts.date}`),
      box({}, pastResults),
    ),
  )
}

function wordmark(): Node {
  return box(
    { alignItems: 'center', fontFamily: title, fontWeight: 500, fontSize: 34 },
    drawn(34, 26, 'M1 2h24v7H1zM1 13h16v4H1zM1 21.5h9V23H1z', colours.ink),
    box({ marginLeft: 14 }, 'TopTrader'),
  )
}

function badge(texts: ShareTexts): Node {
  const look = { backgroundColor: colours.diamond, color: colours.onDiamond, borderRadius: 3 }
  return box({}, box({ ...look, padding: '5px 12px', fontSize: 20, fontWeight: 600 }, texts.badge))
}

function rankInSeal({ rank, initials }: ShareTexts): Node {
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

function figures(texts: ShareTexts): Node {
  const triangle = triangles[texts.roiTone]
  const tone = tones[texts.roiTone]
  return box(
    { margin: '0 56px', height: 155, backgroundColor: colours.surface, borderTop: `3px solid ${colours.ink}` },
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
    cell(texts.levelLabel, box({ fontSize: 32, lineHeight: 1.15, fontWeight: 600, marginTop: 12 }, texts.level), 1),
  )
}

const figure = { fontFamily: title, fontWeight: 500, fontSize: 58, lineHeight: 1.1 }

/** The size that fits the figures; `+12.345,67%` is the longest one. */
function fit(figures: string): Style {
  return figures.length > 9 ? { fontSize: 44, lineHeight: 1.45 } : {}
}

/** Bodoni's plus, minus and # are hairlines: they are set in Archivo. */
function signed(figures: string): Node[] {
  const sign = /^[+\u2212]/.exec(figures)?.[0]
  if (sign === undefined) return [box({}, figures)]
  return [
    box({ fontFamily: text, fontWeight: 400, fontSize: '0.8em', marginRight: 3 }, sign),
    box({}, figures.slice(1)),
  ]
}

function cell(label: string, content: Node, border: number): Node {
  return box(
    {
      flexDirection: 'column',
      width: 362 + border,
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

function drawn(size: number, grid: number, d: string, fill: string): Node {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${grid} ${grid}"><path d="${d}" fill="${fill}"/></svg>`
  return { type: 'image', src: Buffer.from(picture), width: size, height: size }
}
