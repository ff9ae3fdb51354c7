import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { nightRules, notedRules, reviewRules, syncRules } from './catalogue.ts'
import type { Consequence, FindingDeclaration, Rule, ThresholdSchemas } from './rule.ts'
import { defaultThresholds, thresholds } from './thresholds.ts'

type AnyRule = Rule<string, ThresholdSchemas>

const isThreshold = (name: string): name is keyof typeof defaultThresholds => Object.hasOwn(defaultThresholds, name)

/** Shares of 1 are read as percent. */
function valueOf(name: keyof typeof defaultThresholds): string {
  const schema = thresholds.shape[name]
  const isShare = schema.safeParse(0.5).success && !schema.safeParse(2).success && !schema.safeParse(-0.5).success
  const value = defaultThresholds[name]
  return isShare ? `${Number((value * 100).toPrecision(6))}%` : value.toLocaleString('en-US')
}

const follows: Record<Consequence, string> = { info: 'tag', warning: 'case', hold: 'hold', refusal: 'refusal' }
const readers: Record<FindingDeclaration['audience'], string> = {
  public: 'everybody',
  owner: 'owner',
  silent: 'admins',
}
const lasts: Record<FindingDeclaration['life'], string> = {
  event: 'a year',
  state: 'while it lasts',
  sync: 'until the next snapshot',
}

function rowOf([code, { rule, when, consequence, audience, life }]: [string, FindingDeclaration]): string {
  const named = [...when.matchAll(/`(\w+)`/g)].map(([, name = '']) => name).filter(isThreshold)
  const text = when.replaceAll(/`(\w+)`/g, (whole, name: string) => (isThreshold(name) ? valueOf(name) : whole))
  const names = [...new Set(named)].map((name) => `\`${name}\``).join(' ')
  return `| ${rule} | \`${code}\` | ${text} | ${follows[consequence]} | ${readers[audience]} | ${lasts[life]} | ${names} |`
}

function tableOf(rules: readonly AnyRule[]): string {
  return [
    '| rule | code | found when | follows | read by | shown for | thresholds |',
    '|---|---|---|---|---|---|---|',
    ...rules.flatMap(({ findings }) => Object.entries(findings).map(rowOf)),
  ].join('\n')
}

test('docs/integrity-rules.md is written from the rules: `npx vitest -u` with this file rewrites it', async () => {
  await expect(`# The rules of integrity

This page is written from the rules. [Integrity](integrity.md) says what its words mean and explains the difficult rules. A threshold
is changed with \`INTEGRITY_THRESHOLDS\` under the name in the last column; the text shows its default.

## On each accepted sync

${tableOf(syncRules)}

## In the review of an account

${tableOf(reviewRules)}

## In the nightly report

${tableOf(nightRules)}

## Where the thing happens

${tableOf(notedRules)}
`).toMatchFileSnapshot('../../../../docs/integrity-rules.md')
})

test('docs/integrity.md gives the reason of each threshold', async () => {
  const text = await readFile(new URL('../../../../docs/integrity.md', import.meta.url), 'utf8')
  const [, reasons = ''] = /\n## Reasons of thresholds[^\n]*\n(.*?)\n## /s.exec(text) ?? []
  expect(Object.keys(defaultThresholds).filter((name) => !reasons.includes(`\`${name}\``))).toEqual([])
})
