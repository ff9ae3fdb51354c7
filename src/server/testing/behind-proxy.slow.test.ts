import { expect, test } from 'vitest'
import { buildFrame } from '../http/frame.ts'
import { behindProxy } from './behind-proxy.ts'
import { testKernel } from './kernel.ts'

const kernel = await testKernel({ env: { TRUST_PROXY: '1' } })

async function instance(name: string) {
  const app = await buildFrame(kernel, { development: false })
  app.post('/', ({ ip, headers, body }, reply) => {
    reply.header('set-cookie', 'a=1; Path=/')
    return { name, ip, forwarded: headers['x-forwarded-for'], body }
  })
  await app.ready()
  return app
}

test('injected requests reach two instances in turn through haproxy, with the address that a test names', async () => {
  const app = await behindProxy(await instance('first'), await instance('second'))
  const sent = { method: 'POST', url: '/', payload: { text: 'è' }, headers: { 'x-forwarded-for': '6.6.6.6' } } as const
  for (const remoteAddress of ['203.0.113.7', '2001:db8::7']) {
    for (const name of ['first', 'second']) {
      const answer = await app.inject({ ...sent, remoteAddress })
      expect(answer.json()).toEqual({ name, ip: remoteAddress, forwarded: remoteAddress, body: sent.payload })
      expect(answer.cookies).toEqual([{ name: 'a', value: '1', path: '/' }])
    }
  }
  expect((await app.inject({ ...sent, url: '/elsewhere' })).statusCode).toBe(404)
})
