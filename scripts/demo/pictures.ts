import sharp from 'sharp'
import { rosette } from '#shared/engraving/guilloche.ts'
import { createRandom, hashText } from '#features/ea/simulation/random.ts'

/** Generated pictures: engraved covers and curves, each from a text alone. PNG. */

const inks = [
  ['#1b3d58', '#7fa3bf'],
  ['#efe5cb', '#b8954a'],
  ['#d3dfe8', '#6f93ad'],
  ['#12293c', '#a9cbe4'],
] as const

function inkOf(seed: string): readonly [string, string] {
  return inks[hashText(seed, 7) % inks.length] ?? inks[0]
}

/** 1200 × 400. */
export function coverPicture(seed: string): Promise<Buffer> {
  const [ground, line] = inkOf(seed)
  const rings = [0, 1, 2].map((place) => {
    const size = 520
    const drawn = rosette(`${seed}${place}`, { size, rings: 3, hole: 0.35 }).flatMap(({ path, turns }) =>
      turns.map((degrees) => `<path d="${path}" transform="rotate(${degrees} ${size / 2} ${size / 2})"/>`),
    )
    return `<g transform="translate(${place * 380 - 90} -60)">${drawn.join('')}</g>`
  })
  return drawn(
    1_200,
    400,
    ground,
    `<g fill="none" stroke="${line}" stroke-width=".8" opacity=".7">${rings.join('')}</g>`,
  )
}

/** 960 × 600: a random curve. */
export function curvePicture(seed: string): Promise<Buffer> {
  const [ground, line] = inkOf(`${seed} curva`)
  const random = createRandom(hashText(seed, 3))
  let height = 430
  const points = Array.from({ length: 90 }, (_, step) => {
    height = Math.min(520, Math.max(70, height + random.between(-17, 13.5)))
    return `${step === 0 ? 'M' : 'L'}${60 + step * 9.4} ${height.toFixed(1)}`
  })
  const grid = [150, 270, 390, 510].map((y) => `<path d="M60 ${y}H900" stroke-width="1" opacity=".35"/>`).join('')
  return drawn(
    960,
    600,
    ground,
    `<g fill="none" stroke="${line}">${grid}<path d="${points.join('')}" stroke-width="4"/></g>`,
  )
}

/** 960 × 600: one large rosette. */
export function rosettePicture(seed: string): Promise<Buffer> {
  const [ground, line] = inkOf(`${seed} rosone`)
  const size = 720
  const turned = rosette(seed, { size, rings: 4, hole: 0.4 }).flatMap(({ path, turns }) =>
    turns.map((degrees) => `<path d="${path}" transform="rotate(${degrees} ${size / 2} ${size / 2})"/>`),
  )
  const group = `<g transform="translate(420 -60)" fill="none" stroke="${line}" stroke-width=".9">${turned.join('')}</g>`
  return drawn(960, 600, ground, group)
}

function drawn(width: number, height: number, ground: string, content: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${ground}"/>${content}</svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 3 }).toBuffer()
}

/** 416 × 416: a trader's picture. One of three drawings, in one of the inks. */
export function avatarPicture(seed: string): Promise<Buffer> {
  const size = 416
  const [ground, line] = inkOf(`${seed} ritratto`)
  const drawings = [avatarRosette, avatarHills, avatarCandles]
  const draw = drawings[hashText(seed, 11) % drawings.length] ?? avatarRosette
  return drawn(size, size, ground, draw(seed, size, line, ground))
}

function avatarRosette(seed: string, size: number, line: string): string {
  const turned = rosette(`${seed} ritratto`, { size: size * 1.3, rings: 2, hole: 0.3 }).flatMap(({ path, turns }) =>
    turns.map((degrees) => `<path d="${path}" transform="rotate(${degrees} ${size * 0.65} ${size * 0.65})"/>`),
  )
  const shift = -size * 0.15
  return `<g transform="translate(${shift} ${shift})" fill="none" stroke="${line}" stroke-width="1.6">${turned.join('')}</g>`
}

/** Four ridges, one behind the other, and a sun. */
function avatarHills(seed: string, size: number, line: string): string {
  const random = createRandom(hashText(seed, 13))
  const sun = `<circle cx="${random.whole(110, 300)}" cy="${random.whole(90, 140)}" r="${random.whole(34, 52)}" fill="${line}" opacity=".9"/>`
  const ridges = [0, 1, 2, 3].map((place) => {
    const base = size * (0.42 + place * 0.14)
    const [first, second] = [random.between(-60, 20), random.between(-20, 60)]
    const curve = `C${size * 0.3} ${base + first} ${size * 0.6} ${base + second} ${size} ${base + random.between(-30, 30)}`
    return `<path d="M0 ${base + random.between(-30, 30)}${curve}V${size}H0Z" fill="${line}" opacity="${0.22 + place * 0.16}"/>`
  })
  return `${sun}${ridges.join('')}`
}

function avatarCandles(seed: string, size: number, line: string, ground: string): string {
  const random = createRandom(hashText(seed, 17))
  let middle = size * 0.62
  return Array.from({ length: 7 }, (_, place) => {
    middle = Math.min(size * 0.72, Math.max(size * 0.26, middle + random.between(-52, 34)))
    const [body, wick] = [random.between(34, 86), random.between(14, 40)]
    const x = 58 + place * 50
    const fill = random.chance(0.62) ? line : ground
    return `<path d="M${x} ${middle - body / 2 - wick}V${middle + body / 2 + wick}" stroke="${line}" stroke-width="4"/><rect x="${x - 13}" y="${middle - body / 2}" width="26" height="${body}" rx="3" fill="${fill}" stroke="${line}" stroke-width="4"/>`
  }).join('')
}
