import { createServer } from 'node:http'
import { onTestFinished, expect, test } from 'vitest'
import { openPort } from './open-port.ts'

const config = { HOST: '127.0.0.1', PORT: 0, APP_URL: 'https://toptrader.example' }

test('a port answers probes from the start, and refuses no connection when the server takes it', async () => {
  const port = await openPort(config)
  onTestFinished(port.close)
  const at = `http://127.0.0.1:${port.port}`
  const live = await fetch(`${at}/livez`)
  expect([live.status, await live.json()]).toEqual([200, { status: 'up' }])
  expect((await fetch(`${at}/startupz`)).status).toBe(503)
  expect(await (await fetch(`${at}/readyz?x`)).json()).toEqual({ status: 'not ready', ranking: 'not loaded' })
  const early = await fetch(`${at}/api/fresh/stats`)
  expect([early.status, early.headers.get('retry-after'), early.headers.get('cache-control')]).toEqual([
    503,
    '5',
    'no-store',
  ])
  expect(early.headers.get('strict-transport-security')).toContain('max-age')
  expect(await early.json()).toMatchObject({ error_type: 'UNAVAILABLE' })
  const page = await fetch(`${at}/`)
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('Il sito si sta avviando.')

  const server = createServer((_request, response) => response.end('taken'))
  const statuses: number[] = []
  let isDone = false
  const visits = (async () => {
    while (!isDone) statuses.push((await fetch(at)).status)
  })()
  await expect.poll(() => statuses.at(-1)).toBe(503)
  await port.handOver(server)
  await expect.poll(() => statuses.at(-1)).toBe(200)
  isDone = true
  await visits
  expect(new Set(statuses)).toEqual(new Set([503, 200]))
  expect(await (await fetch(`${at}/livez`)).text()).toBe('taken')
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await expect(fetch(at)).rejects.toThrow('fetch failed')
})

test('a port that is taken is named in a sentence', async () => {
  const port = await openPort(config)
  onTestFinished(port.close)
  await expect(openPort({ ...config, PORT: port.port })).rejects.toThrow(
    `La porta ${port.port} è già occupata: indica un’altra PORT.`,
  )
  await expect(openPort({ ...config, HOST: '203.0.113.1' })).rejects.toThrow(
    'HOST 203.0.113.1 non è un indirizzo di questa macchina.',
  )
})

test('a start that fails closes its port', async () => {
  const port = await openPort(config)
  port.close()
  await expect(fetch(`http://127.0.0.1:${port.port}/livez`)).rejects.toThrow('fetch failed')
})
