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
