import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { listAdvisors } from '../contract.ts'
import { latestAdvisor, officialAdvisors } from '../sync-contract.ts'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'

const site = 'https://registro.example:8443'
const kernel = await testKernel({ env: { RATE_LIMITS: 'off', APP_URL: `${site}/` } })
const app = await testApp(kernel, registerCheckedEa)

const list = async () => (await app.inject('/api/ea/download')).json<ResponseOf<typeof listAdvisors>>()
const download = (platform: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/api/ea/download/${platform}`, headers })

describe.each([
  ['mt4', 'TopTrader.mq4'],
  ['mt5', 'TopTrader.mq5'],
])('the download for %s', (platform, fileName) => {
  test('is one attached file with this site’s address, and nobody’s token', async () => {
    const { statusCode, headers, body } = await download(platform)
    expect(statusCode).toBe(200)
    expect(headers['content-disposition']).toBe(`attachment; filename="${fileName}"`)
    expect(headers['content-type']).toBe('application/octet-stream')
    expect(body).toContain(`input string InpApiUrl = "${site}"; // InpApiUrl: indirizzo del sito\n`)
    expect(body).toContain(`#property link "${site}"\n`)
    expect(body).not.toContain('toptrader.example')
    expect(body).toMatch(/^input string InpToken = ""/m)
    expect(body).not.toMatch(/tt_ea_[\w-]{43}/)
    expect(body).not.toMatch(/^\s*#\s*include/m)
    expect(body).toMatch(/^#property strict$/m)
    // MetaEditor reads other letters in the code page of the trader's Windows.
    expect(body).toMatch(/^[\t\n\x20-\x7e]*$/)
  })

  test('names the server’s newest version, to the server and to MetaTrader', async () => {
    const { body } = await download(platform)
    const versions = [...body.matchAll(/^#define EA_VERSION "(.*)"$/gm)].map(([, version]) => version)
    expect(versions).toEqual([latestAdvisor])
    expect(officialAdvisors).toContain(latestAdvisor)
    // MetaTrader knows one dot.
    const [major, ...rest] = latestAdvisor.split('.')
    expect([...body.matchAll(/^#property version "(.*)"$/gm)].map(([, version]) => version)).toEqual([
      `${major}.${rest.join('')}`,
    ])
  })

  test('names its inputs: MetaTrader shows the comment in place of the name', async () => {
    const { body } = await download(platform)
    const inputs = [...body.matchAll(/^input \w+ (\w+) = .*; \/\/ (\w+): /gm)].map(([, name, said]) => [name, said])
    const names = ['InpApiUrl', 'InpToken', 'InpIntervalSeconds']
    expect(inputs).toEqual(names.map((name) => [name, name]))
    expect(body.match(/^input /gm)).toHaveLength(names.length)
  })

  test('has the hash that is in its header and in the list', async () => {
    const { headers, rawPayload } = await download(platform)
    const sha256 = createHash('sha256').update(rawPayload).digest('hex')
    expect(headers['x-content-sha256']).toBe(sha256)
    const file = (await list()).files.find((one) => one.platform === platform)
    expect(file).toEqual({
      platform,
      file_name: fileName,
      version: latestAdvisor,
      size: rawPayload.length,
      sha256,
      url: `/api/ea/download/${platform}`,
    })
    const compressed = await download(platform, { 'accept-encoding': 'br' })
    expect(compressed.headers['x-content-sha256']).toBe(sha256)
    expect(brotliDecompressSync(compressed.rawPayload).equals(rawPayload)).toBe(true)
  })

  test('is not sent again to a client that holds it', async () => {
    const { headers } = await download(platform)
    expect(headers['etag']).toMatch(/^"[\w-]+"$/)
    expect(headers['cache-control']).toBe('no-cache')
    const again = await download(platform, { 'if-none-match': headers['etag'] ?? '' })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})

test('the list names the address to allow, and both files', async () => {
  const { address, files } = await list()
  expect(address).toBe(site)
  expect(files.map(({ platform }) => platform)).toEqual(['mt4', 'mt5'])
})

test.each(['mt6', 'MT5', '..%2FTopTrader.mq5'])('there is no file for %s', async (platform) => {
  const { statusCode, json } = await download(platform)
  expect(statusCode).toBe(422)
  expect(json()).toMatchObject({ detail: 'Scegli mt4 o mt5.', fields: { platform: 'Scegli mt4 o mt5.' } })
})

test('a site whose address cannot stand in a source does not start', async () => {
  const other = await testKernel({ env: { APP_URL: "https://registro.example'x" } })
  await expect(testApp(other, registerCheckedEa)).rejects.toThrow(/Not an address/)
})
