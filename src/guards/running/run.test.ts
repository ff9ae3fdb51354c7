import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { addressToOpen } from '../../run.ts'

test.each([
  ['http://127.0.0.1:8000', 'http://localhost:8000', 'http://localhost:8000'],
  ['http://[::1]:8000', 'http://localhost:8000', 'http://localhost:8000'],
  ['http://localhost:8000', 'http://127.0.0.1:8000', 'http://127.0.0.1:8000'],
  ['http://127.0.0.1:49152', 'http://localhost:8000', 'http://127.0.0.1:49152'],
  ['http://127.0.0.1:8000', 'https://toptrader.example', 'http://127.0.0.1:8000'],
  ['http://192.168.1.5:8000', 'http://localhost:8000', 'http://192.168.1.5:8000'],
])('listening at %s, known as %s: open %s', (url, appUrl, expected) => {
  expect(addressToOpen(url, appUrl)).toBe(expected)
})

test('an error at the start that no part foresaw is a sentence, and what a programmer needs follows it', () => {
  const program = `
    import { runServer } from './src/run.ts'
    runServer(() => Promise.reject(new TypeError('no such thing')), () => Promise.resolve(''))`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /^TopTrader non si avvia per un errore imprevisto: i dettagli sono qui sotto\.\nTypeError: no such thing\n {4}at /,
  )
})
