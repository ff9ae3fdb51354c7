import { hashOf } from './guilloche.ts'

/** The paper on which a band is engraved. */
export const bandGrounds = ['cover', 'ink', 'brass'] as const
export type BandGround = (typeof bandGrounds)[number]

/** The ground of a name: always the same one. */
export function bandGround(seed: string): BandGround {
  return bandGrounds[hashOf(`ground/${seed}`) % bandGrounds.length] ?? 'cover'
}

/** The box of a band's drawing; it is stretched to its place on the page. */
export const bandBox = { width: 600, height: 400 } as const

export interface BandShape {
  /** Curves of the outer family. */
  curves: number
  /** Straight pieces of a curve. */
  pieces: number
}

/**
 * The engraved band of a showcase without a cover, as the text of one path: two families of sine curves whose height swells and
 * shrinks along the band. Deterministic: one seed, one drawing.
 */
export function band(seed: string, { curves, pieces }: BandShape): string {
  const random = randomOf(`band/${seed}`)
  const pick = (choices: readonly number[]) => choices[Math.floor(random() * choices.length)] ?? 1
  const beads = pick([1, 1.5, 2, 2.5, 3, 4])
  const waves = beads * pick([1, 1.5, 2, 2.5]) + 0.5
  const innerWaves = beads * pick([0.5, 1, 2, 3]) + random()
  const phase = random() * 2 * Math.PI
  const low = 0.18 + random() * 0.3
  const inner = 0.16 + random() * 0.16
  const family = (share: number, frequency: number, count: number, shift: number, swell: number) =>
    Array.from({ length: count }, (_, curve) => {
      const start = shift + (curve * 2 * Math.PI) / count
      return line(pieces, (t) => {
        const envelope = low + (1 - low) * Math.abs(Math.cos(Math.PI * beads * t + swell)) ** 1.2
        return bandBox.height * (0.5 + share * envelope * Math.sin(2 * Math.PI * frequency * t + start))
      })
    }).join('')
  return (
    family(0.47, waves, curves, 0, phase) + family(inner, innerWaves, Math.round(curves * 0.7), 1, phase + Math.PI / 2)
  )
}

/** Whole steps from point to point give the shortest text. */
function line(pieces: number, height: (t: number) => number): string {
  let [x, y] = [0, Math.round(height(0))]
  let path = `M0 ${y}l`
  for (let piece = 1; piece <= pieces; piece += 1) {
    const t = piece / pieces
    const [nextX, nextY] = [Math.round(t * bandBox.width), Math.round(height(t))]
    path += `${piece === 1 ? '' : ' '}${nextX - x}${nextY < y ? '' : ' '}${nextY - y}`
    ;[x, y] = [nextX, nextY]
  }
  return path
}

/** Random numbers from 0 to 1 with a text as their seed (mulberry32). */
function randomOf(seed: string): () => number {
  let state = hashOf(seed)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
