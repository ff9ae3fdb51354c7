import { expect, test } from 'vitest'
import { isInvoiceAddress } from './invoice-window.ts'

test.each([
  ['http://localhost:8000/sandbox/pay/1', 'http://127.0.0.1:8000', true],
  ['http://127.0.0.1:8000/sandbox/pay/1', 'http://localhost:8000', true],
  ['http://[::1]:8000/sandbox/pay/1', 'http://localhost:8000', true],
  ['http://localhost:8001/sandbox/pay/1', 'http://127.0.0.1:8000', false],
  ['http://localhost:8000/sandbox/pay/1', 'https://toptrader.example', false],
  ['http://localhost.evil.example:8000/', 'http://127.0.0.1:8000', false],
  ['http://evil.example/', 'http://localhost:8000', false],
  ['https://nowpayments.io/payment/?iid=1', 'http://localhost:8000', true],
  ['http://toptrader.example/sandbox/pay/1', 'http://toptrader.example', true],
  ['javascript:alert(1)', 'http://localhost:8000', false],
  ['', 'http://localhost:8000', false],
])('%s opened from %s: %s', (url, here, allowed) => {
  expect(isInvoiceAddress(url, here)).toBe(allowed)
})
