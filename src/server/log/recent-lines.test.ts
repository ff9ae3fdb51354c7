import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createRecentLines } from './recent-lines.ts'

function recorded() {
  const recent = createRecentLines()
  const written: string[] = []
  const log = createLog('debug', recent.alongside({ write: (line) => void written.push(line) }))
  return { recent, written, log }
}

test('a line is stored as it is written, without secrets', () => {
  const { recent, written, log } = recorded()
  log.info({ token: 'HIDE' }, 'first')
  log.error('second')
  expect(recent.newestFirst().map(({ text }) => text)).toEqual(written.toReversed())
  expect(recent.newestFirst().map(({ n }) => n)).toEqual([2, 1])
  expect(written.join('')).not.toContain('HIDE')
})

test('memory is bounded, and requests push out no problem', () => {
  const { recent, log } = recorded()
  log.error('trouble')
  for (let index = 0; index < 9_001; index += 1) log.info({ index }, 'request')
  const lines = recent.newestFirst()
  expect(lines).toHaveLength(4_001)
  expect(lines.at(-1)?.text).toContain('trouble')
  expect(lines[0]?.text).toContain('"index":9000')
  expect(recent.count()).toBe(9_002)
})

test('long lines are stored without their fields, and many of them within a number of characters', () => {
  const { recent, written, log } = recorded()
  log.warn({ body: 'x'.repeat(50_000), request_id: 'r1' }, 'long')
  expect(written[0]?.length).toBeGreaterThan(50_000)
  expect(JSON.parse(recent.newestFirst()[0]?.text ?? '')).toMatchObject({
    level: 'warn',
    msg: 'long',
    request_id: 'r1',
  })
  for (let index = 0; index < 900; index += 1) log.warn({ body: 'x'.repeat(15_000) }, 'wide')
  const characters = recent.newestFirst().reduce((sum, { text }) => sum + text.length, 0)
  expect(characters).toBeLessThanOrEqual(2_000_000)
  expect(characters).toBeGreaterThan(1_900_000)
})

test('the texts of dropped lines leave memory', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heap = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const recent = createRecentLines()
  const stream = recent.alongside({ write: () => undefined })
  // As requests are written: many lines at once.
  const line = `{"level":"info","msg":"${'x'.repeat(480)}"}\n`
  const write = (times: number) => {
    for (let time = 0; time < times; time += 1) stream.write(Buffer.from(line.repeat(10)).toString())
  }
  write(500)
  const full = heap()
  write(3_000)
  expect(heap() - full).toBeLessThan(2_000_000)
  expect(recent.count()).toBe(35_000)
})
