import { median } from '#features/integrity/rules/median.ts'
import { bar, verdictOf, type Outcome, type Verdict } from './story.ts'

export interface Evaluated extends Verdict {
  outcome: Outcome
}

export const evaluated = (outcomes: readonly Outcome[]): Evaluated[] =>
  outcomes.map((outcome) => ({ outcome, ...verdictOf(outcome) }))

const signed = (value: number) => `${value < 0 ? '' : '+'}${value.toFixed(2)}`

/** One line of the table (`far`: beyond any rule): the last figures, the largest gains, the cases and the hours until the first one. */
export function lineOf({ outcome, unnoticed, ranked, hours, passed }: Evaluated): string {
  const { story, samples, cases, tags } = outcome
  const last = samples.at(-1)
  const { platform, currency, seed, every } = story
  const figures =
    last === undefined
      ? 'nothing shown'
      : `${signed(last.truth.roi)} → ${signed(last.shown.roi)}  ${last.truth.score.toFixed(2)} → ${last.shown.score.toFixed(2)}`
  const place = last?.held ? 'held' : last?.place == null ? 'no place' : `place ${last.place}`
  const found = cases.map(({ code, holds }) => (holds ? `${code} (hold)` : code))
  const consequence =
    found.length > 0 ? `${found.join(', ')} after ${hours?.toFixed(0)} h` : `no case; tags ${tags.join(', ') || 'none'}`
  return [
    story.kind === 'beyond' ? 'far ' : passed ? 'ok  ' : 'MISS',
    `${story.name} (${platform} ${currency}, ${every} min, seed ${seed})`.padEnd(86),
    figures.padEnd(36),
    place.padEnd(9),
    story.kind === 'honest' ? '' : `gain ${unnoticed.toFixed(2)} unnoticed, ${ranked.toFixed(2)} ranked; `,
    consequence,
  ].join(' ')
}

/** The bar in one line for each kind of story. */
export function summaryOf(all: readonly Evaluated[]): string[] {
  const of = (kind: string) => all.filter(({ outcome }) => outcome.story.kind === kind)
  const most = (list: readonly Evaluated[], value: (one: Evaluated) => number) =>
    list.reduce((largest, one) => Math.max(largest, value(one)), 0).toFixed(2)
  const [forged, beyond, honest] = [of('forged'), of('beyond'), of('honest')]
  const held = honest.filter(({ outcome }) => outcome.samples.some((sample) => sample.held))
  const off = honest.filter((one) => one.off > bar.honest)
  return [
    `forged: ${forged.length} stories, ${forged.filter(({ passed }) => !passed).length} above the bar; the largest gain without a case within a day ${most(forged, (one) => one.unnoticed)} points (bar ${bar.unnoticed}), in the ranking ${most(forged, (one) => one.ranked)} (bar ${bar.ranked})`,
    `honest: ${honest.length} stories, ${held.length} held (bar 0), ${off.length} shown more than ${bar.honest} points off (bar 0), the largest difference ${most(honest, (one) => one.off)}`,
    `beyond any rule: ${beyond.length} stories, the largest gain without a case within a day ${most(beyond, (one) => one.unnoticed)} points`,
    ...[...Map.groupBy(beyond, ({ outcome }) => outcome.story.name)]
      .filter(([name]) => !name.includes(' + '))
      .map(remainsOf),
  ]
}

/** The points that a lie beyond any rule gains by itself. */
function remainsOf([name, all]: [string, readonly Evaluated[]]): string {
  const largest = (gain: 'unnoticed' | 'ranked') => Math.max(...all.map((one) => one[gain])).toFixed(2)
  const middle = median(all.map(({ unnoticed }) => unnoticed)).toFixed(2)
  const cases = all.filter(({ hours }) => hours !== null).length
  return `  ${name}: ${all.length} stories, unnoticed up to ${largest('unnoticed')}, half of them up to ${middle}; ranked up to ${largest('ranked')}; ${cases} with a case`
}

/** How many honest accounts have each finding, as rows of a table of `docs/integrity.md`: a rate for each threshold of its rule. */
export function alarmsOf(all: readonly Evaluated[]): string[] {
  const honest = all.filter(({ outcome }) => outcome.story.kind === 'honest').map(({ outcome }) => outcome)
  const codes = new Set(honest.flatMap(({ tags, cases }) => [...tags, ...cases.map(({ code }) => code)]))
  const rows = [...codes].map((code) => {
    const tagged = honest.filter(({ tags }) => tags.includes(code))
    const opened = honest.filter(({ cases }) => cases.some((each) => each.code === code))
    const names = [...new Set([...opened, ...tagged].map(({ story }) => story.name))]
    return { code, tagged: tagged.length, opened: opened.length, names }
  })
  rows.sort((a, b) => b.opened - a.opened || b.tagged - a.tagged)
  return [
    `findings of ${honest.length} honest accounts; every other finding: none`,
    '| finding | accounts | cases | accounts with it |',
    '|---|---|---|---|',
    ...rows.map(({ code, tagged, opened, names }) => {
      const few = names.length > 4 ? `${names.slice(0, 4).join('; ')}; …` : names.join('; ')
      return `| \`${code}\` | ${tagged} (${((100 * tagged) / honest.length).toFixed(1)}%) | ${opened} | ${few} |`
    }),
  ]
}
