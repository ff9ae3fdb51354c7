import type { FindingCode } from '#features/integrity/rules/catalogue.ts'
import type { Disguise, Trading } from '#features/integrity/testing/simulated-trader.ts'

/** Weeks of one account, and what its terminal makes of them. */
export interface Story {
  name: string
  /** Plays it again: `npm run forge -- --story NAME --seed SEED`. */
  seed: number
  /** `beyond`: a lie that no rule on what a terminal sends can find. */
  kind: 'honest' | 'forged' | 'beyond'
  trading: Trading
  /** Events of the account itself. They are part of the truth. */
  events: readonly Disguise[]
  /** How the terminal differs from the truth. */
  disguises: readonly Disguise[]
  /** True where the history is another person's: then the truth is an account that does nothing. */
  stolen?: boolean
  /** The finding that a forged account must have in the end, where the figures themselves are true; that an honest one must never have. */
  finding?: FindingCode
  /** Names the answer of people where the server refuses the advisor; without it no sync may be refused. */
  remedy?: Remedy
  days: number
  /** Minutes between two syncs: a multiple of 5. */
  every: number
}

/**
 * - `token`: the trader makes a new token at once, and leaves the advisor in one terminal.
 * - `server`: a day later an admin moves the account to the new name of its server.
 */
export type Remedy = 'token' | 'server'

/** A story as the table names it: plain data, unlike the story. */
export interface StoryLabel extends Pick<Story, 'name' | 'seed' | 'kind' | 'finding' | 'every'> {
  platform: 'MT4' | 'MT5'
  currency: string
}

/** The figures of an account at one moment: percent over 90 days, and points. */
export interface Sample {
  /** Milliseconds UTC. */
  at: number
  truth: { roi: number; score: number }
  shown: { roi: number; score: number }
  /** Null where the account has no place. */
  place: number | null
  held: boolean
}

export interface Case {
  code: string
  holds: boolean
  /** Milliseconds UTC. */
  at: number
}

export interface Outcome {
  story: StoryLabel
  samples: readonly Sample[]
  cases: readonly Case[]
  tags: readonly string[]
  /** The sentences of refusals, as they stand on the chart. */
  refusals: readonly string[]
}

/** The bar: points of ROI or score above the truth. */
export const bar = {
  /** More than this needs a case within `caseMs`. */
  unnoticed: 2,
  /** More than this is never ranked. */
  ranked: 10,
  caseMs: 86_400_000,
  /** The most that an honest account may be off. */
  honest: 0.1,
}

export interface Verdict {
  /** The largest gain at a moment that no case had reached a day later. The last day of a story is that day for the one before. */
  unnoticed: number
  /** The largest gain while the account had a place. */
  ranked: number
  /** The largest difference, either sign. */
  off: number
  /** Hours from the first gain above `bar.unnoticed`, or from the first sync, to the first case. */
  hours: number | null
  passed: boolean
}

export function verdictOf({ story, samples, cases, tags }: Outcome): Verdict {
  const gain = ({ truth, shown }: Sample) => Math.max(shown.roi - truth.roi, shown.score - truth.score)
  const first = cases.reduce((least, { at }) => Math.min(least, at), Infinity)
  const largest = (chosen: readonly Sample[]) => chosen.reduce((most, sample) => Math.max(most, gain(sample)), 0)
  const end = samples.at(-1)?.at ?? 0
  const unnoticed = largest(samples.filter(({ at }) => first > at + bar.caseMs && end >= at + bar.caseMs))
  const ranked = largest(samples.filter(({ place }) => place !== null))
  const off = samples.reduce(
    (most, { truth, shown }) => Math.max(most, Math.abs(shown.roi - truth.roi), Math.abs(shown.score - truth.score)),
    0,
  )
  const since = samples.find((sample) => gain(sample) > bar.unnoticed)?.at ?? samples[0]?.at ?? 0
  const hours = Number.isFinite(first) ? Math.max(0, (first - since) / 3_600_000) : null
  const passed =
    story.kind === 'honest'
      ? off <= bar.honest &&
        samples.every(({ held }) => !held) &&
        (story.finding === undefined || !tags.includes(story.finding))
      : unnoticed <= bar.unnoticed &&
        ranked <= bar.ranked &&
        (story.finding === undefined || tags.includes(story.finding))
  return { unnoticed, ranked, off, hours, passed }
}
