import { expect, test } from 'vitest'
import { levelSentence, levelSentences, type Unverified } from '../level-texts.ts'
import { catalogue, findingCodes, nightRules, reviewRules, rules } from './catalogue.ts'
import { adminTexts, ownerTexts, publicFinding } from './finding-texts.ts'

const causes: Unverified[] = ['importing', 'demo', 'upheld']
const everySentence = [
  ...causes.flatMap((cause) => Object.values(levelSentence('L0', cause))),
  ...Object.values(levelSentences).flatMap(({ checked, unchecked }) => [checked, unchecked]),
  ...Object.values(catalogue).flatMap((declared) => [
    declared.admin,
    ...(declared.audience === 'public' ? [declared.public] : []),
    ...(declared.audience === 'silent' ? [] : [declared.owner.observed, declared.owner.answer]),
  ]),
]

test('no two rules declare the same finding, name a threshold with two defaults, or call two findings alike', () => {
  const declared = rules.flatMap(({ findings }) => Object.keys(findings))
  expect(declared.toSorted()).toEqual([...findingCodes].toSorted())
  const schemas = new Map<string, unknown>()
  for (const [name, schema] of rules.flatMap(({ thresholds }) => Object.entries(thresholds))) {
    expect([name, (schemas.get(name) ?? schema) === schema]).toEqual([name, true])
    schemas.set(name, schema)
  }
  const names = Object.values(catalogue).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('silent rules wait for the night, but for those that speak of a moment which nothing stores', () => {
  const silentAmong = (some: readonly { findings: object }[]) =>
    some.flatMap(({ findings }) => Object.keys(findings)).filter((code) => adminTexts(code).audience === 'silent')
  expect(silentAmong(nightRules)).toEqual(nightRules.flatMap(({ findings }) => Object.keys(findings)))
  expect(silentAmong(reviewRules)).toEqual([])
  // Networks of syncs, a roll-up, prices of a close and of each snapshot, refused requests, and an error at this moment.
  expect(silentAmong(rules.filter((rule) => !nightRules.some((one) => one === rule)))).toEqual([
    'networks_in_turn',
    'history_rolled_up',
    'closes_ahead',
    'frozen_market',
    'requests_replayed',
    'account_claimed',
    'rule_failed',
  ])
})

test('sentences are whole, and neither accuse nor promise', () => {
  for (const sentence of everySentence) {
    expect(sentence).toMatch(/^[A-ZÈ].*[.]$/)
    expect(sentence).not.toMatch(/truff|frod|falsific|imbrogli|barar|certific|garanti|sicur[oa]\b/i)
    // The typographic apostrophe is the site's.
    expect(sentence).not.toContain("'")
  }
})

test('an owner whose account is held reads so, with a way to answer', () => {
  const holds = findingCodes.filter(
    (code) => catalogue[code].consequence === 'hold' && catalogue[code].audience !== 'silent',
  )
  expect(holds).toContain('demo_server')
  for (const code of holds) expect(ownerTexts(code).answer).toMatch(/rispondi/i)
})

test('a silent finding has no text for its owner or for everybody', () => {
  expect(publicFinding('peer_price').text).toBe('Segnalazione: peer_price.')
  expect(ownerTexts('peer_price').observed).toBe('Segnalazione: peer_price.')
  expect(adminTexts('peer_price')).toMatchObject({ rule: 'R23', name: 'Prezzo fuori mercato', audience: 'silent' })
})

test.each(['from_the_future', 'constructor', '__proto__'])(
  'a code of another version is shown, never dropped: %s',
  (code) => {
    const text = `Segnalazione: ${code}.`
    expect(publicFinding(code)).toEqual({ code, text })
    expect(ownerTexts(code).observed).toBe(text)
    expect(adminTexts(code)).toMatchObject({ name: code, text })
  },
)
