import { expect, test } from 'vitest'
import { evidenceParts } from './evidence.ts'

const terms = {
  at: 'Quando',
  before: 'Prima',
  best_trade_share: 'Quota dell’operazione migliore',
  day: 'Giorno',
  examples: 'Esempi',
  lucky_share: 'Quota ammessa',
  price: 'Prezzo',
  side: 'Verso',
  ticket: 'Ticket',
  tickets: 'Ticket',
  trades: 'Operazioni',
  volume: 'Volume',
}

const bare = { terms: {}, currency: 'USD' }

test('the found value stands first, then the threshold and the data; nothing that is stored is left out', () => {
  const parts = evidenceParts(
    {
      note: 'due volte',
      inputs: { trades: 1_284 },
      threshold: { lucky_share: 0.5 },
      found: { best_trade_share: 0.6231, tickets: ['101', '102'] },
    },
    { terms, currency: 'USD' },
  )
  expect(parts).toEqual([
    {
      title: 'Trovato',
      rows: [
        { term: 'Quota dell’operazione migliore', value: { kind: 'text', text: '62,31%' } },
        { term: 'Ticket', value: { kind: 'text', text: '101, 102' } },
      ],
    },
    { title: 'Soglia', rows: [{ term: 'Quota ammessa', value: { kind: 'text', text: '50,00%' } }] },
    { title: 'Su quali dati', rows: [{ term: 'Operazioni', value: { kind: 'text', text: '1.284' } }] },
    { title: 'Altro', rows: [{ term: 'note', value: { kind: 'text', text: 'due volte' } }] },
  ])
})

test('rows of records become a table, nested figures carry the name above them', () => {
  const [found] = evidenceParts(
    {
      found: {
        before: { price: 1.08734, at: '2026-11-20T10:00:00.000Z' },
        examples: [
          { ticket: '7', side: 'buy', volume: 0.1 },
          { ticket: '8', day: '2026-11-20', held_minutes: 90 },
        ],
      },
    },
    { terms, currency: 'USD' },
  )
  expect(found?.rows).toEqual([
    { term: 'Prima: Prezzo', value: { kind: 'text', text: '1,08734' } },
    { term: 'Prima: Quando', value: { kind: 'text', text: '20/11/2026, 11:00' } },
    {
      term: 'Esempi',
      value: {
        kind: 'table',
        columns: ['Ticket', 'Verso', 'Volume', 'Giorno', 'held minutes'],
        rows: [
          ['7', 'Acquisto', '0,10', 'N/A', 'N/A'],
          ['8', 'N/A', 'N/A', '20/11/2026', '1\u00a0h 30\u00a0min'],
        ],
      },
    },
  ])
})

test.each([
  [null, 'N/A'],
  [true, 'Sì'],
  [[], 'Nessuno'],
  ['constructor', 'constructor'],
  [-3.25, '−3,25'],
])('%j reads %s', (value, text) => {
  expect(evidenceParts({ found: { x: value } }, bare)[0]?.rows[0]?.value).toEqual({ kind: 'text', text })
})

test('evidence without parts is what was found; without anything it shows nothing', () => {
  expect(evidenceParts({ gap: 12 }, bare).map(({ title }) => title)).toEqual(['Trovato'])
  expect(evidenceParts({}, bare)).toEqual([])
})

test.each([
  ['USD', 240, '240,00\u00a0$'],
  ['JPY', 24_000, '24.000\u00a0JPY'],
  ['USC', -12.5, '−12,50\u00a0USC'],
])('amounts have the currency of the account: %s', (currency, value, text) => {
  const evidence = {
    found: { gap: value, tolerance_amount: value, balance: { there: value }, open_price: 1.5, trades: 3 },
  }
  const [found] = evidenceParts(evidence, { terms: {}, currency })
  expect(found?.rows.map(({ value: shown }) => shown)).toEqual(
    [text, text, text, '1,50', '3'].map((each) => ({ kind: 'text', text: each })),
  )
})

test('tables stand below the figures of what opened the case', () => {
  const [found] = evidenceParts({ found: { later: [{ gap: 1 }], gap: 2 } }, bare)
  expect(found?.rows.map(({ term }) => term)).toEqual(['gap', 'later'])
})
