/**
 * The engraved line pattern of banknotes, as numbers. Deterministic: one seed, one drawing. A ring's curves r(t) = R + A·sin(q·t + phase)
 * differ by their phase only, and a phase is a turn by phase / q. A ring is therefore one path and its turns, a tenth of the text of all
 * its curves.
 */
export interface Ring {
  path: string
  /** Degrees by which the path is turned, the first one 0. */
  turns: number[]
}

export interface RosetteShape {
  /** Diameter in px. */
  size: number
  /** Number of rings. */
  rings: number
  /** Open centre as a share of the radius, 0 to 1. */
  hole: number
}

const CURVES_OUTER = 8
const CURVES_INNER = 6
/** Bézier pieces of one petal: four keep the error under a tenth of a pixel. */
const PIECES = 4

/** A 32-bit hash of a text (FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

export function rosette(seed: string, { size, rings, hole }: RosetteShape): Ring[] {
  const centre = size / 2
  const petals = 8 + (hashOf(seed) % 5)
  const step = (0.97 - hole) / rings
  return Array.from({ length: rings }, (_, ring) => {
    const outer = 0.97 - ring * step * 0.86
    const inner = Math.max(hole, outer - step * 1.35)
    const waves = petals * (ring % 2 === 1 ? 2 : 1)
    const curves = ring === 0 ? CURVES_OUTER : CURVES_INNER
    return {
      path: wave(centre, (centre * (outer + inner)) / 2, (centre * (outer - inner)) / 2, waves),
      turns: Array.from({ length: curves }, (__, curve) => round((curve * 360) / curves / waves)),
    }
  })
}

/** One closed curve r(t) = mean + height·sin(waves·t) around the centre, as cubic Béziers with exact tangents. */
function wave(centre: number, mean: number, height: number, waves: number): string {
  const count = waves * PIECES
  const step = (2 * Math.PI) / count
  const at = (index: number) => {
    const angle = index * step
    const radius = mean + height * Math.sin(waves * angle)
    const slope = height * waves * Math.cos(waves * angle)
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    return {
      x: centre + radius * cos,
      y: centre + radius * sin,
      dx: ((slope * cos - radius * sin) * step) / 3,
      dy: ((slope * sin + radius * cos) * step) / 3,
    }
  }
  let from = at(0)
  let path = `M${round(from.x)} ${round(from.y)}`
  for (let index = 1; index <= count; index += 1) {
    const to = at(index)
    const numbers = [from.x + from.dx, from.y + from.dy, to.x - to.dx, to.y - to.dy, to.x, to.y]
    path += `C${numbers.map(round).join(' ')}`
    from = to
  }
  return `${path}Z`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** At most two capitals: `Marta Ferrero` MF, `tgalli.fx` TF. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== '')
  return words
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0x20))
    .join('')
    .toUpperCase()
}
