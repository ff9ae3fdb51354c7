import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { Sql } from '#server/database/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { dayOfText } from '#shared/dates.ts'
import { mergeRates, readEuropeanRates } from './rates.ts'
import { loadRates, refreshRates } from './service.ts'

const file = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <Cube>
    <Cube time='2026-11-19'>
      <Cube currency='USD' rate='1.1234'/>
      <Cube currency='SEK' rate='11.05'/>
      <Cube currency='BAD' rate='0'/>
    </Cube>
  </Cube>
</gesmes:Envelope>`

describe('the European Central Bank’s file', () => {
  test('is read by date and currency, and entries that are no rates are left out', () => {
    expect(readEuropeanRates(file)).toEqual({ USD: { '2026-11-19': 1.1234 }, SEK: { '2026-11-19': 11.05 } })
  })
  test.each([
    '',
    '<html>Sign in</html>',
    "<Cube time='2026-11-19'></Cube>",
    "<Cube time='2026-99-99'><Cube currency='USD' rate='1'/></Cube>",
  ])('without a rate is refused: %s', (text) => expect(() => readEuropeanRates(text)).toThrow(RangeError))
  test('overrides the shipped table', () => {
    const merged = mergeRates({ USD: { a: 1, b: 2 } }, { USD: { b: 3 }, SEK: { a: 4 } })
    expect(merged).toEqual({ USD: { a: 1, b: 3 }, SEK: { a: 4 } })
  })
})

describe('rates', () => {
  test('come from the shipped table and from later fetches', async () => {
    const server = createServer((_request, response) => response.end(file)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const kernel = await testKernel({ env: { RATES_URL: `http://127.0.0.1:${port}/` } })
    const day = dayOfText('2026-11-20')
    const shipped = await loadRates(kernel.sql)
    expect(shipped.unitsPerEuro('SEK', day)).toBeNull()
    expect(shipped.unitsPerEuro('USD', day)).toBeGreaterThan(1)
    expect(await loadRates(kernel.sql)).toBe(shipped)
    expect(await refreshRates(kernel)).toBe(2)
    expect(await refreshRates(kernel)).toBe(0)
    const fetched = await loadRates(kernel.sql)
    expect(fetched.unitsPerEuro('SEK', day)).toBe(11.05)
    expect(fetched.unitsPerEuro('USD', day)).toBe(1.1234)
    server.close()
  })
  test('stay while the address is unreachable, and the log says so once', async () => {
    const kernel = await testKernel({ env: { RATES_URL: 'http://127.0.0.1:9/' } })
    expect(await refreshRates(kernel)).toBeNull()
    expect(await refreshRates(kernel)).toBeNull()
    expect(kernel.lines.filter((line) => String(line['msg']).includes('exchange rates not refreshed'))).toHaveLength(1)
    expect((await loadRates(kernel.sql)).unitsPerEuro('USD', dayOfText('2025-01-10'))).not.toBeNull()
    // Another instance in the same process has its own log.
    const other = { ...kernel, sql: new Proxy(kernel.sql, {}) }
    await refreshRates(other)
    expect(kernel.lines.filter((line) => String(line['msg']).includes('exchange rates not refreshed'))).toHaveLength(2)
  })
  test.each([
    ['leads elsewhere', { status: 302, headers: { location: '/moved' }, body: '' }],
    ['has more than a megabyte', { status: 200, headers: {}, body: file + ' '.repeat(1_100_000) }],
  ])('stay where the answer %s', async (_case, first) => {
    const requested: string[] = []
    const server = createServer((request, response) => {
      requested.push(request.url ?? '')
      const { status, headers, body } = request.url === '/moved' ? { status: 200, headers: {}, body: file } : first
      response.writeHead(status, headers).end(body)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const kernel = await testKernel({ env: { RATES_URL: `http://127.0.0.1:${port}/` } })
    expect(await refreshRates(kernel)).toBeNull()
    expect(requested).toEqual(['/'])
    server.close().closeAllConnections()
  })
  test('a delayed failure does not discard rates that were loaded since', async () => {
    const server = createServer((_request, response) => response.end(file)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const kernel = await testKernel({ env: { RATES_URL: `http://127.0.0.1:${port}/` } })
    const { promise: stuck, reject } = Promise.withResolvers<never>()
    let calls = 0
    const sql: Sql = new Proxy(kernel.sql, {
      apply: (target, self, values) => (calls++ === 0 ? stuck : (Reflect.apply(target, self, values) as unknown)),
    })
    const early = loadRates(sql)
    await refreshRates({ ...kernel, sql })
    const newer = loadRates(sql)
    await newer
    reject(new Error('connection lost'))
    await expect(early).rejects.toThrow('connection lost')
    expect(loadRates(sql)).toBe(newer)
    server.close()
  })
})
