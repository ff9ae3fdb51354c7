import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { thisWeek } from './cast.ts'
import { cast } from './parts.ts'
import { figuresOf } from './proofs.ts'
import { DAY } from '#features/ea/simulation/market.ts'
import { storyTime, createStory, type Story } from './story.ts'

/** A Friday. */
const now = Date.UTC(2026, 10, 20, 10, 30)

/** Everything that the accounts' terminals would show, as one hash. */
function hashOf(story: Story, until: number, steps: number): string {
  const hash = createHash('sha256')
  for (const actor of story.actors) {
    for (let step = 1; step <= steps; step += 1) actor.advance(Math.floor((until * step) / steps))
    const terminal = actor.terminal(() => until)
    hash.update(JSON.stringify([actor.role, terminal.account, terminal.time(), terminal.snapshot()]))
    hash.update(JSON.stringify(terminal.book.after(0, '0', Number.MAX_SAFE_INTEGER).items))
  }
  return hash.digest('hex')
}

test('one seed gives one story, for any steps; another seed another', () => {
  const until = storyTime(createStory(6, now), now)
  const first = hashOf(createStory(6, now), until, 1)
  expect(hashOf(createStory(6, now), until, 1)).toBe(first)
  expect(hashOf(createStory(6, now), until, 90)).toBe(first)
  expect(hashOf(createStory(2, now), until, 1)).not.toBe(first)
})

test('the story is laid by whole weeks', () => {
  const [one, next] = [createStory(6, now), createStory(1, now + 7 * DAY * 1000)]
  expect(next.origin - one.origin).toBe(7 * DAY * 1000)
  expect(new Date(one.origin).getUTCDay()).toBe(1)
  expect(storyTime(one, now)).toBeGreaterThan(thisWeek)
})

test('the cast is believable: sizes, currencies, platforms, plans, outages, ends', () => {
  const story = createStory(6, now)
  const end = storyTime(story, now)
  for (const actor of story.actors) actor.advance(end)
  const roles = story.actors.map(({ role }) => role)
  const share = (count: number) => count / cast.length
  expect(cast).toHaveLength(60)
  expect(new Set(roles.map(({ person }) => person.username)).size).toBe(cast.length)
  for (const { person } of roles) expect(person.username).toMatch(/^[a-z0-9_.-]{3,30}$/)
  expect(new Set(roles.map(({ broker }) => broker.platform))).toEqual(new Set(['MT4', 'MT5']))
  expect(new Set(roles.map(({ currency }) => currency)).size).toBeGreaterThanOrEqual(5)
  expect(roles.some(({ broker }) => broker.netting)).toBe(true)
  expect(share(roles.filter(({ plan }) => plan === 'diamond').length)).toBeGreaterThan(0.1)
  expect(share(roles.filter(({ mode }) => mode === 'demo').length)).toBeGreaterThan(0.08)
  expect(roles.some(({ offlineFor }) => offlineFor !== null && offlineFor > 3 * DAY)).toBe(true)

  const kinds = new Set(story.actors.flatMap(({ account }) => recordKinds(account.book.after(0, '0', 1e9).items)))
  for (const kind of ['deposit', 'withdrawal', 'in', 'out', 'inout', 'partial']) expect(kinds).toContain(kind)
  const balances = story.actors.map(({ account, role }) => account.balance() / role.capital)
  expect(balances.some((ratio) => ratio > 1.15)).toBe(true)
  expect(balances.some((ratio) => ratio < 0.2)).toBe(true)
  for (const { account } of story.actors) expect(account.balance()).toBeCloseTo(account.book.ledger().net, 6)
  for (const { account } of story.actors) {
    const { balance, closed_trades, gain_percentage, drawdown_percentage } = figuresOf({ account }, end)
    expect(balance).toBeCloseTo(account.balance(), 2)
    expect(closed_trades).toBeGreaterThan(0)
    expect(gain_percentage).toBeGreaterThanOrEqual(-100)
    // A fall of the index from a peak of at least 1 bounds its end.
    expect(100 + gain_percentage).toBeGreaterThanOrEqual(100 - drawdown_percentage - 0.01)
  }
})

function recordKinds(
  items: readonly { type: string; profit: number; entry?: string; comment?: string | undefined }[],
): string[] {
  return items.map(({ type, profit, entry, comment }) => {
    if (type === 'balance') return profit > 0 ? 'deposit' : 'withdrawal'
    return comment?.startsWith('to #') ? 'partial' : (entry ?? 'order')
  })
}
