/** Deterministic randomness: the same seed gives the same story on every machine. */
export interface Random {
  /** In [0, 1). */
  unit(): number
  between(low: number, high: number): number
  /** A whole number, both ends included. */
  whole(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Standard normal. */
  normal(): number
  /** A stream of its own: one part of the story does not change another. */
  branch(label: string): Random
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const unit = () => {
    state = (state + 0x6d2b79f5) >>> 0
    return mix(state) / 0x1_0000_0000
  }
  const random: Random = {
    unit,
    between: (low, high) => low + (high - low) * unit(),
    whole: (low, high) => low + Math.floor((high - low + 1) * unit()),
    chance: (probability) => unit() < probability,
    pick: (list) => {
      const picked = list[Math.floor(unit() * list.length)]
      if (picked === undefined) throw new RangeError('nothing to pick from')
      return picked
    },
    normal: () => normalOf(unit(), unit()),
    branch: (label) => createRandom(hashText(label, seed)),
  }
  return random
}

/** Standard normal number of a place in a noise field: no state, the same in any order of calls. */
export function noiseAt(seed: number, first: number, second: number): number {
  const base = mix((Math.imul(seed, 0x9e3779b1) ^ Math.imul(first, 0x85ebca6b) ^ Math.imul(second, 0xc2b2ae35)) >>> 0)
  return normalOf((base + 0.5) / 0x1_0000_0000, (mix(base ^ 0x5bd1e995) + 0.5) / 0x1_0000_0000)
}

export function hashText(text: string, seed: number): number {
  let hash = seed >>> 0
  for (const letter of text) hash = mix((Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0)
  return hash
}

function normalOf(first: number, second: number): number {
  return Math.sqrt(-2 * Math.log(Math.max(first, 1e-12))) * Math.cos(2 * Math.PI * second)
}

function mix(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return (mixed ^ (mixed >>> 14)) >>> 0
}
