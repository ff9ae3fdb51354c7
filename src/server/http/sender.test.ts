import type { IncomingMessage } from 'node:http'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { proxyTest, senderOf } from './sender.ts'

const chains = [
  undefined,
  '203.0.113.9',
  '203.0.113.9, 10.1.2.3',
  '10.1.2.3, 203.0.113.9',
  '203.0.113.9,10.1.2.3 , 127.0.0.1',
  '10.9.9.9, 10.1.2.3',
  '2001:db8::7, ::1',
  '198.51.100.4, fd00::12, ::ffff:10.0.0.4',
]

test.each([
  'loopback',
  '127.0.0.1',
  'loopback, uniquelocal',
  '10.0.0.0/8,127.0.0.0/8',
  '::1, fd00::/8',
  '192.0.2.0/24',
])('the sender behind the proxies %s is the one that the router finds', async (proxies) => {
  const isProxy = proxyTest(proxies)
  const found: (string | null)[] = []
  const app = fastify({ trustProxy: proxies })
  app.get('/', ({ raw, ip }) => {
    found.push(senderOf(raw, isProxy))
    return { ip }
  })
  const expected: string[] = []
  for (const remoteAddress of ['127.0.0.1', '::ffff:127.0.0.1', '::1', '10.0.0.1', '203.0.113.1']) {
    for (const chain of chains) {
      const headers = chain === undefined ? {} : { 'x-forwarded-for': chain }
      const answer = await app.inject({ url: '/', remoteAddress, headers })
      expected.push(answer.json<{ ip: string }>().ip)
    }
  }
  expect(found).toEqual(expected)
})

test.each(['unknown', '203.0.113.9, _hidden'])('%s leads to the router', (chain) => {
  const request = { socket: { remoteAddress: '127.0.0.1' }, headers: { 'x-forwarded-for': chain } }
  expect(senderOf(request as unknown as IncomingMessage, proxyTest('loopback'))).toBeNull()
  expect(senderOf(request as unknown as IncomingMessage, proxyTest(1))).toBeNull()
  expect(senderOf(request as unknown as IncomingMessage, proxyTest(false))).toBe('127.0.0.1')
})
