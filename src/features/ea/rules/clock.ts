/** Broker clocks: from wall-clock seconds without a zone to UTC. `docs/ea-protocol.md`, times. */

const HOUR_S = 3_600
const DAY_S = 86_400
/** Offsets are whole quarters of an hour: what is left over is the way of the message. */
const gridS = 900
const largestOffsetS = 14 * HOUR_S
/** A last price older than this says nothing of the clock. */
const freshTickS = 120
/** A sample that says what the last one said is kept this seldom: enough to tell the weeks between two summer times apart. */
const sampleEveryS = 3 * DAY_S
const samplesKept = 200
/** No zone is more than this ahead: what lies further is in the future whatever the zone. */
const slackS = 120

/** What a request showed of a clock. `at`: UTC seconds; `offset`: seconds east of UTC. */
export interface ClockSample {
  at: number
  offset: number
}

/**
 * `us_dst`, `eu_dst`: +2 hours, +3 in summer by American or European dates. `constant`: always the newest offset.
 * `current`: no rule fits the samples, the newest offset is used for all times. `assumed`: no sample yet, read as `us_dst`.
 */
export type ClockRule = 'constant' | 'us_dst' | 'eu_dst' | 'current' | 'assumed'

/** All that is known of one broker server's clock; samples in time order. */
export interface BrokerClock {
  rule: ClockRule
  samples: readonly ClockSample[]
}

export const unknownClock: BrokerClock = { rule: 'assumed', samples: [] }

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

/** The clock after one more sample; the same object where it teaches nothing new. */
export function withSample(clock: BrokerClock, sample: ClockSample): BrokerClock {
  const last = clock.samples.at(-1)
  if (last !== undefined && last.offset === sample.offset && sample.at - last.at < sampleEveryS) return clock
  const samples = [...clock.samples, sample].slice(-samplesKept)
  return { rule: ruleOf(samples), samples }
}

/** The first rule that every sample fits. One sample alone never speaks for European dates. */
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

function offsetAt({ rule, samples }: BrokerClock, brokerSeconds: number): number {
  if (rule === 'constant' || rule === 'current') return samples.at(-1)?.offset ?? 0
  const summer = rule === 'eu_dst' ? euSummer : usSummer
  return summer(brokerSeconds - 3 * HOUR_S) ? 3 * HOUR_S : 2 * HOUR_S
}

/**
 * True where a record's time lies after the request that brought it. A clock that was never seen may be off by all that zones
 * can differ. @param receipt milliseconds UTC
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
