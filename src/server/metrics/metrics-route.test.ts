import { expect, test } from 'vitest'
import { registerMetrics } from './metrics-route.ts'
import { testApp } from '../testing/app.ts'
import { testKernel } from '../testing/kernel.ts'

const token = 'un-segreto-di-prova'
const kernel = await testKernel({ env: { METRICS_TOKEN: token } })
const app = await testApp(kernel, registerMetrics)
const status = async (remoteAddress: string, headers: Record<string, string> = {}) =>
  (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode

test('this machine or the token reads the metrics', async () => {
  expect(await status('127.0.0.1')).toBe(200)
  expect(await status('::ffff:127.0.0.1')).toBe(200)
  expect(await status('203.0.113.5')).toBe(403)
  expect(await status('203.0.113.5', { authorization: `Bearer ${token}` })).toBe(200)
  expect(await status('203.0.113.5', { authorization: `Bearer ${token}x` })).toBe(403)
})

test('a proxy on this machine is not this machine', async () => {
  expect(await status('127.0.0.1', { 'x-forwarded-for': '203.0.113.5' })).toBe(403)
  expect(await status('127.0.0.1', { forwarded: 'for=203.0.113.5' })).toBe(403)
  expect(await status('127.0.0.1', { 'x-forwarded-for': '203.0.113.5', authorization: `Bearer ${token}` })).toBe(200)
})

test('a token of equal letters and more bytes is a wrong token, and no error', async () => {
  expect(await status('203.0.113.5', { authorization: `Bearer ${'é'.repeat(token.length)}` })).toBe(403)
})
