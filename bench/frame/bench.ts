import { parseArgs } from 'node:util'

/** The frame of each bench: measurements in pairs, bars, and what is stopped and removed at its end. */

export type Bar = { most: number } | { least: number }

/** One measured value and its bar; null where it has none. */
export interface Figure {
  name: string
  value: number
  unit: string
  bar: Bar | null
}

/** The result of a bench, as the runner receives it. */
export interface Result {
  figures: Figure[]
  /** Why it has no more figures. */
  failure: string | null
}

/** A bench that cannot run on this machine; its message says what is missing. */
export class Unavailable extends Error {}

const unavailableStatus = 2
const interruptedStatus = 130
const usualPairs = 5

const figures: Figure[] = []
const closings: (() => unknown)[] = []

/** Registers what stops a server or removes a folder. The last one registered runs first, also after an error or an interrupt. */
export function atEnd(close: () => unknown): void {
  closings.push(close)
}

async function closeAll(): Promise<void> {
  for (let close = closings.pop(); close !== undefined; close = closings.pop()) {
    try {
      await close()
    } catch (error) {
      console.error(error)
    }
  }
}

/** A number that the command line gives as `--NAME=VALUE`. */
export function option(name: string, usual: number): number {
  const { values } = parseArgs({ options: { [name]: { type: 'string' } }, strict: false })
  const value = Number(values[name] ?? usual)
  if (!Number.isFinite(value)) throw new Error(`--${name}=${String(values[name])} is not a number`)
  return value
}

/** A text that the command line gives as `--NAME=TEXT`; null without it. */
export function textOption(name: string): string | null {
  const { values } = parseArgs({ options: { [name]: { type: 'string' } }, strict: false })
  const value = values[name]
  return typeof value === 'string' ? value : null
}

/** Runs one bench, prints its figures, and sets the exit status: 0 reached, 1 missed or failed, 2 not possible here. */
export async function bench(measure: () => Promise<void>): Promise<void> {
  const interrupt = () => void closeAll().finally(() => process.exit(interruptedStatus))
  // The runner may have ended.
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(event, interrupt)
  process.once('uncaughtException', (error) => {
    console.error(error)
    interrupt()
  })
  const result: Result = { figures, failure: null }
  try {
    await measure()
    process.exitCode = figures.every(isReached) ? 0 : 1
  } catch (error) {
    const isUnavailable = error instanceof Unavailable
    console.error(isUnavailable ? error.message : error)
    process.exitCode = isUnavailable && figures.every(isReached) ? unavailableStatus : 1
    result.failure = isUnavailable ? error.message : 'failed'
  }
  await closeAll()
  for (const figure of figures) console.log(lineOf(figure).join('  '))
  process.removeListener('disconnect', interrupt)
  if (process.connected) process.send?.(result, () => process.disconnect?.())
}

/** Records a value, with its bar or without one. */
export function record(name: string, value: number, unit: string, bar: Bar | null): void {
  figures.push({ name, value, unit, bar })
}

/**
 * Measures a reference and ours in turn, after one round of each that does not count: a busy machine disturbs both alike.
 * Records the median of ours / reference of the same pair.
 * @param unit of both measurements
 * @param bar null where the ratio is printed alone
 */
export async function compare(
  name: string,
  { reference, ours }: Record<'reference' | 'ours', () => Promise<number>>,
  { unit, bar, warm = true, pairs = usualPairs }: { unit: string; bar: Bar | null; warm?: boolean; pairs?: number },
): Promise<void> {
  const measured = { reference: [] as number[], ours: [] as number[] }
  for (let pair = warm ? -1 : 0; pair < pairs; pair += 1) {
    const [first, second] = [await reference(), await ours()]
    if (pair < 0) continue
    measured.reference.push(first)
    measured.ours.push(second)
  }
  const ratios = measured.ours.map((value, pair) => value / (measured.reference[pair] ?? Number.NaN))
  console.log(
    `${name}: ours ${spread(measured.ours)} ${unit}, reference ${spread(measured.reference)} ${unit}, ratio ${spread(ratios)}`,
  )
  if (bar !== null) record(name, median(ratios), '× the reference', bar)
}

export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** @param share from 0 to 1 */
export const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

/** The median, the least and the most. */
export const spread = (values: readonly number[]) =>
  `${decimal(median(values))} (${decimal(Math.min(...values))}–${decimal(Math.max(...values))})`

/** Three digits that count. */
function decimal(value: number): string {
  const digits = value === 0 || !Number.isFinite(value) ? 0 : 2 - Math.floor(Math.log10(Math.abs(value)))
  return value.toLocaleString('en', { maximumFractionDigits: Math.min(5, Math.max(0, digits)) })
}

// No number is no success.
const isReached = ({ value, bar }: Figure) =>
  bar === null ? Number.isFinite(value) : 'most' in bar ? value <= bar.most : value >= bar.least

/** Name, figure, bar, and whether it is reached; the last two are empty where it has none. */
export function lineOf(figure: Figure): string[] {
  const { name, value, unit, bar } = figure
  if (bar === null) return [name, `${decimal(value)} ${unit}`, '', '']
  const limit = 'most' in bar ? `≤ ${decimal(bar.most)}` : `≥ ${decimal(bar.least)}`
  return [name, `${decimal(value)} ${unit}`, limit, isReached(figure) ? 'reached' : 'missed']
}
