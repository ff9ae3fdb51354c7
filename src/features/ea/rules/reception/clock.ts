/** Broker clocks: from wall-clock seconds without a zone to UTC. `docs/ea-protocol.md`, times. */

const HOUR_S = 3_600
const DAY_S = 86_400
/** Offsets are whole quarters of an hour: the remainder is the message's travel time. */
const gridS = 900
const largestOffsetS = 14 * HOUR_S
/** A last price older than this says nothing about the clock. */
const freshTickS = 120
/** The shortest time between two stored samples of the same offset: enough to distinguish the weeks between two summer times. */
const sampleEveryS = 7 * DAY_S
/** They cover more than half a year: it includes a change of clocks, or the rules agree. */
const mostSamples = 30
/** A clock shown for this long is established: one that differs from it by more than a change of clocks has to last as long. */
const establishedAfterS = DAY_S
/** The number of accounts of a server that must agree before another account is read by their clock. */
const agreeingAccounts = 3
/** The tolerance beyond the largest zone offset: a later time is in the future in every zone. */
const slackS = 120

/** A clock that a request showed. `at`: UTC seconds; `offset`: seconds east of UTC. */
export interface ClockSample {
  at: number
  offset: number
}

/**
 * `us_dst`, `eu_dst`: +2 hours, +3 in summer by American or European dates. `constant`: always the newest offset.
 * `current`: no rule fits the samples, the newest offset is used for all times. `assumed`: no sample yet, read as `us_dst`.
 */
export type ClockRule = 'constant' | 'us_dst' | 'eu_dst' | 'current' | 'assumed'

/** The clock by which an account's times are read; samples in time order. */
export interface BrokerClock {
  rule: ClockRule
  samples: readonly ClockSample[]
}

export const unknownClock: BrokerClock = { rule: 'assumed', samples: [] }

/** The clock that an account's own requests showed. */
export interface OwnClock {
  samples: readonly ClockSample[]
  /** Another offset than the established one, shown by every sample since; null where there is none. */
  doubted: ClockSample | null
}

export const unknownOwnClock: OwnClock = { samples: [], doubted: null }

/**
 * The offset that a request shows: null where it shows none (not connected, or prices stand still), `refused` beyond 14 hours.
 * @param receipt milliseconds UTC
 */
export function offsetShown(
  time: { tick: number; tick_age: number; connected: boolean },
  receipt: number,
): number | 'refused' | null {
  if (!time.connected || time.tick === 0 || time.tick_age >= freshTickS) return null
  const offset = Math.round((time.tick - receipt / 1000) / gridS) * gridS
  return Math.abs(offset) > largestOffsetS ? 'refused' : offset + 0
}

/**
 * An account's clock after one more sample; the same object where the sample adds nothing. A jump away from an offset that is a day old is
 * refused, unless it is a change of clocks or has itself been shown for a day: otherwise one request could move a whole history.
 */
export function withSample(own: OwnClock, sample: ClockSample): { own: OwnClock; refused: boolean } {
  const last = own.samples.at(-1)
  const established = own.samples.findLast(({ at }) => at <= sample.at - establishedAfterS)
  const jumps = established !== undefined && Math.abs(sample.offset - established.offset) > HOUR_S
  if (jumps && sample.offset !== last?.offset) {
    const doubted = own.doubted?.offset === sample.offset ? own.doubted : sample
    const lasting = sample.at - doubted.at >= establishedAfterS
    if (!lasting) return { own: { ...own, doubted }, refused: true }
  } else if (last?.offset === sample.offset && sample.at - last.at < sampleEveryS) {
    return { own: own.doubted === null ? own : { ...own, doubted: null }, refused: false }
  }
  return { own: { samples: [...own.samples, sample].slice(-mostSamples), doubted: null }, refused: false }
}

/** The account's own clock; the clock of its server's other accounts only while its own has shown nothing. */
export function clockOf(own: OwnClock, agreed: BrokerClock): BrokerClock {
  return own.samples.length === 0 ? agreed : { rule: ruleOf(own.samples), samples: own.samples }
}

/**
 * The clock that most accounts of a server show, at least three; unknown where they do not agree.
 * @param accounts the samples of each, by time
 */
export function agreedClock(accounts: readonly (readonly ClockSample[])[]): BrokerClock {
  const sampled = accounts.filter((samples) => samples.length > 0)
  const votes = new Map<string, (readonly ClockSample[])[]>()
  for (const samples of sampled) {
    const rule = ruleOf(samples)
    const fixed = rule === 'constant' || rule === 'current'
    const vote = fixed ? `constant ${samples.at(-1)?.offset}` : rule
    votes.set(vote, [...(votes.get(vote) ?? []), samples])
  }
  for (const agreeing of votes.values()) {
    if (agreeing.length < agreeingAccounts || agreeing.length * 2 <= sampled.length) continue
    const samples = agreeing.reduce((longest, one) => (one.length > longest.length ? one : longest))
    return { rule: ruleOf(samples), samples }
  }
  return unknownClock
}

/** The first rule that fits every sample. A single sample never proves European dates. */
export function ruleOf(samples: readonly ClockSample[]): ClockRule {
  const [first] = samples
  if (first === undefined) return 'assumed'
  if (samples.every((sample) => fits(sample, usSummer))) return 'us_dst'
  if (samples.length > 1 && samples.every((sample) => fits(sample, euSummer))) return 'eu_dst'
  return samples.every(({ offset }) => offset === first.offset) ? 'constant' : 'current'
}

/** Brokers change their clocks some hours before or after the official moment. */
function fits({ at, offset }: ClockSample, summer: (utc: number) => boolean): boolean {
  return [at - DAY_S, at, at + DAY_S].some((moment) => offset === (summer(moment) ? 3 : 2) * HOUR_S)
}

/** Broker wall-clock seconds to UTC milliseconds. In the hour that summer time repeats, the first of the two. */
export function toUtc(clock: BrokerClock, brokerSeconds: number): number {
  return (brokerSeconds - offsetAt(clock, brokerSeconds)) * 1000
}

/** The wall-clock seconds that a broker's clock shows at a moment. @param utc milliseconds */
export function toBroker(clock: BrokerClock, utc: number): number {
  const seconds = Math.floor(utc / 1000)
  // The offset is known by wall-clock time: two steps find it.
  return seconds + offsetAt(clock, seconds + offsetAt(clock, seconds))
}

function offsetAt({ rule, samples }: BrokerClock, brokerSeconds: number): number {
  if (rule === 'constant' || rule === 'current') return samples.at(-1)?.offset ?? 0
  const summer = rule === 'eu_dst' ? euSummer : usSummer
  return summer(brokerSeconds - 3 * HOUR_S) ? 3 * HOUR_S : 2 * HOUR_S
}

/**
 * True where a record's time lies after its request. An unknown clock may be off by the largest difference of zones.
 * @param receipt milliseconds UTC
 */
export function isFuture(clock: BrokerClock, brokerSeconds: number, receipt: number): boolean {
  const slack = clock.rule === 'assumed' ? largestOffsetS : slackS
  return toUtc(clock, brokerSeconds) > receipt + slack * 1000
}

/** Second Sunday of March, 07:00 UTC, to first Sunday of November, 06:00 UTC (02:00 in New York). */
function usSummer(utc: number): boolean {
  const year = new Date(utc * 1000).getUTCFullYear()
  return utc >= sunday(year, 2, 8) + 7 * HOUR_S && utc < sunday(year, 10, 1) + 6 * HOUR_S
}

/** Last Sunday of March to last Sunday of October, 01:00 UTC. */
function euSummer(utc: number): boolean {
  const year = new Date(utc * 1000).getUTCFullYear()
  return utc >= sunday(year, 2, 25) + HOUR_S && utc < sunday(year, 9, 25) + HOUR_S
}

/** UTC seconds of the first Sunday on or after a day of a month (0 is January). */
function sunday(year: number, month: number, day: number): number {
  const date = new Date(Date.UTC(year, month, day))
  return date.getTime() / 1000 + ((7 - date.getUTCDay()) % 7) * DAY_S
}
