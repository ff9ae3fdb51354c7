/** The rules that axe checks, and the findings that count. Tests of components and journeys share it. */
import type { RunOptions } from 'axe-core'

/** The rules of WCAG 2.2 at level AA, and those that axe recommends beside them. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A finding shows its element's markup: without the last two axe also writes a selector for each element of each rule that passes. */
export const axeOptions: RunOptions = { runOnly: tags, resultTypes: ['violations', 'incomplete'], selectors: false }

/**
 * Where axe cannot measure a contrast, by its own reason, and why a person need not look at each place: every text has a colour of
 * `tokens.css`, whose pairs are chosen for 4.5:1, and axe measures them wherever nothing lies across.
 */
const reviewed: Record<string, string> = {
  bgGradient: 'initials of an avatar, hidden from screen readers, in ink on the surface',
  bgOverlap: 'a label or button above its own field, or a chart’s label with a rim of the surface',
  elmPartiallyObscured: 'a cell, row or link that its table, list or panel has scrolled out of sight in part',
  elmPartiallyObscuring: 'a heading or paragraph of more than one column or line',
  emptyValue: 'an empty field below what lies across it: axe names the missing value in the place of the overlap',
  imgNode: 'a label above the lines of a chart, with a rim of the surface',
  nonBmp: 'a minus sign, which axe takes for a picture',
  shortTextContent: 'a single letter or digit',
}

/** The page behind a modal window is hidden, and the window's guards pass the focus on: neither keeps it. */
const guarded = /data-base-ui-(?:inert|focus-guard)/

interface Finding {
  id: string
  nodes: readonly { html: string; any: readonly { id: string; data?: unknown }[] }[]
}

interface Contrast {
  messageKey?: string
  /** Absent where axe found no ground. */
  bgColor?: string
}

/** Violations, and what axe could not decide and nobody has reviewed. */
export function findingsOf(results: { violations: readonly Finding[]; incomplete: readonly Finding[] }): string[] {
  const line = ({ id, nodes }: Finding) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`
  const undecided = results.incomplete
    .map((finding) => ({ ...finding, nodes: finding.nodes.filter((node) => !isReviewed(finding, node)) }))
    .filter(({ nodes }) => nodes.length > 0)
  return [...results.violations.map(line), ...undecided.map((finding) => `undecided ${line(finding)}`)]
}

function isReviewed({ id: rule }: Finding, { html, any }: Finding['nodes'][number]): boolean {
  if (rule === 'aria-hidden-focus') return guarded.test(html)
  const data = any.find(({ id }) => id === 'color-contrast')?.data as Contrast | undefined
  // Axe has measured it, and found too little.
  if (data?.messageKey === 'emptyValue' && data.bgColor !== undefined) return false
  return data?.messageKey !== undefined && Object.hasOwn(reviewed, data.messageKey)
}
