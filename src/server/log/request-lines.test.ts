import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createRecentLines } from './recent-lines.ts'
import { createRequestLines, requestLine } from './request-lines.ts'

const fields = { method: 'GET', route: '/api/fresh/stats', status: 200, ms: 3 }
const ip = '203.0.113.9'
const line = requestLine(fields)
const timeless = (text: string) => text.replace(/"time":"[^"]+"/, '"time":""')

test('a batched line is the one that a request’s own logger writes', () => {
  const written: string[] = []
  const log = createLog('info', { write: (text) => void written.push(text) })
  const lines = createRequestLines(log)
  log.child({ request_id: 'r1' }).info({ ...fields, ip }, 'request')
  lines.add(line, 'r1', ip)
  lines.flush()
  expect(written).toHaveLength(2)
  expect(timeless(written[1] ?? '')).toBe(timeless(written[0] ?? ''))
})

test('lines leave together after a moment, and each is stored for the panel', async () => {
  const written: string[] = []
  const recent = createRecentLines()
  const log = createLog('info', recent.alongside({ write: (text) => void written.push(text) }))
  const lines = createRequestLines(log)
  for (const id of ['r1', 'r2', 'r3']) lines.add(line, id, ip)
  expect(written).toEqual([])
  await expect.poll(() => written.length).toBe(1)
  expect(recent.count()).toBe(3)
  expect(recent.newestFirst().map(({ text }) => (JSON.parse(text) as { request_id: string }).request_id)).toEqual([
    'r3',
    'r2',
    'r1',
  ])
})

test('a silent log gets no lines', () => {
  const written: string[] = []
  const lines = createRequestLines(createLog('warn', { write: (text) => void written.push(text) }))
  lines.add(line, 'r1', ip)
  lines.flush()
  expect(written).toEqual([])
})
