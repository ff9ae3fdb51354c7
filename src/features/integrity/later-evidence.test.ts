import { expect, test } from 'vitest'
import { withLater } from './later-evidence.ts'

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`
const change = (ticket: string, amount: number) => ({ changes: [{ ticket, amount }] })

test('the evidence that opened the case stays, each later piece is a row with its time', () => {
  const opened = { gap: 12, balance: 1000 }
  const once = withLater(opened, { gap: 70, balance: 1070, inner: { left: 'out' } }, at(1))
  expect(once).toEqual({ ...opened, later: [{ at: at(1), gap: 70, balance: 1070 }] })
  const twice = withLater(change('1', 0), { changes: [...change('2', 1).changes, ...change('3', 2).changes] }, at(2))
  expect(twice).toEqual({
    changes: [{ ticket: '1', amount: 0 }],
    later: [
      { at: at(2), ticket: '2', amount: 1 },
      { at: at(2), ticket: '3', amount: 2 },
    ],
  })
})

test('it stays small, and what is grave outlasts what is not', () => {
  let evidence: Record<string, unknown> = change('0', 0)
  for (let minute = 1; minute <= 50; minute += 1) {
    evidence = withLater(evidence, change(String(minute), minute === 7 ? -900 : 0.01), at(minute))
  }
  const tickets = (evidence['later'] as { ticket: string }[]).map(({ ticket }) => ticket)
  expect(tickets).toHaveLength(20)
  expect(tickets).toContain('7')
  expect(tickets.slice(-10)).toEqual(['41', '42', '43', '44', '45', '46', '47', '48', '49', '50'])
})
