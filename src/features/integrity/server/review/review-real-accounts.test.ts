import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readAccountFile } from '#features/ea/advisor/account-file.ts'
import { recordsOf } from '#features/ea/advisor/statement.ts'
import { addRecord, newDerivation } from '#features/ea/rules/counting/derivation.ts'
import { isDeal, recordMillis, type LedgerRecord } from '#features/ea/rules/records.ts'
import { nightRules, reviewRules } from '../../rules/catalogue.ts'
import { closedWithin, dealingsOf, type ReviewRecord } from '../../rules/dealings.ts'
import { defaultThresholds } from '../../rules/thresholds.ts'
import { nightFactsWith, reviewFactsWith } from '../../testing/facts.ts'

/** A record as the statement of the review reads it; null for what is no trade. */
function reviewRecord(record: LedgerRecord, at: number): ReviewRecord | null {
  if (record.type !== 'buy' && record.type !== 'sell') return null
  const { ticket, type, profit } = record
  const sl = record.sl ?? null
  return isDeal(record)
    ? {
        ticket,
        at,
        type,
        profit,
        sl,
        entry: record.entry,
        position: record.position,
        order: record.order ?? null,
        volume: record.volume,
        price: record.price,
        open_price: null,
      }
    : {
        ticket,
        at,
        type,
        profit,
        sl,
        entry: null,
        position: null,
        order: null,
        volume: record.lots,
        price: record.close_price,
        open_price: record.open_price,
      }
}

/** A statement as if all of it had been witnessed, the broker's clock read as UTC. */
function findingsOf(id: string): string[] {
  const url = new URL(`../../../ea/fixtures/real-accounts/${id}.json`, import.meta.url)
  const file = readAccountFile(readFileSync(url, 'utf8'))
  const items = recordsOf(file, 0)
  const derivation = newDerivation({})
  for (const item of items) addRecord(derivation, item, recordMillis(item), (seconds) => seconds * 1000)
  // Statements of MT5 print no stops.
  const records = items.flatMap((item) => {
    const record = reviewRecord(item, recordMillis(item))
    return record === null ? [] : [file.platform === 'MT5' ? { ...record, sl: null } : record]
  })
  const now = Math.max(...items.map(recordMillis)) + 1
  const limits = { ...defaultThresholds, review_days: 100_000 }
  const { trades, positions } = dealingsOf(derivation.trades, records)
  const { currency } = file.account
  const known = { now, currency, trades, positions: closedWithin(positions, now, limits.review_days) }
  const reviewed = reviewRules.flatMap((rule) => rule.detect(reviewFactsWith(known), limits).map(({ code }) => code))
  const tickets = items.map((item) => ({
    ticket: item.ticket,
    opened: isDeal(item) ? recordMillis(item) : item.open_time * 1000,
    closed: recordMillis(item),
  }))
  const night = nightFactsWith({ currency, records: items, trades, tickets, platform: file.platform })
  return [...reviewed, ...nightRules.flatMap((rule) => rule.detect(night, limits).map(({ code }) => code))]
}

/** By their figures against the statements: what each of these accounts does is what its tags say. */
const expected: Record<string, string[]> = {
  'mt4-01': [],
  'mt4-02': ['one_lucky_trade'],
  'mt4-03': [],
  'mt4-04': [],
  'mt4-05': ['averaging', 'no_stop_loss'],
  'mt4-06': ['small_wins'],
  'mt4-07': ['no_stop_loss'],
  'mt5-01': ['one_lucky_trade'],
  'mt5-02': [],
  'mt5-03': [],
  'mt5-04': [],
  'mt5-05': ['one_lucky_trade'],
}

test.each(Object.entries(expected))('of %s what it does is found, and nothing else', (id, codes) => {
  expect(findingsOf(id)).toEqual(codes)
})
