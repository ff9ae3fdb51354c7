import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { account } from '#features/leaderboard/server/testing/accounts.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { wholeApp } from '../../guards/testing/whole-app.ts'

const kernel = await testKernel()
await account(kernel, { username: 'Leader', nets: [10] })
const app = await wholeApp(kernel)

/** The scripts that run from the page's own text, as a browser hashes them: neither files nor data. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)]
    .filter(([, attributes = '']) => !/ src=| type="application\//.test(attributes))
    .map(([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

/** The scripts that the policy allows beside the site's own files. */
const allowed = (policy: unknown) => /script-src 'self' ([^;]*);/.exec(String(policy))?.[1]?.split(' ')

async function open(url: string) {
  const { statusCode, headers, body } = await app.inject({ url, headers: { accept: 'text/html' } })
  return { statusCode, scripts: inlineScripts(body), allowed: allowed(headers['content-security-policy']) }
}

test.each([
  ['/', 200],
  ['/trader/Leader', 200],
  ['/trader/nobody', 404],
  ['/?view=auth&form=register', 200],
  ['/?view=dashboard', 200],
  ['/terms/index.html', 200],
  ['/how-it-works/index.html', 200],
  ['/offline/index.html', 200],
  ['/sandbox/pay/0', 404],
])('%s runs one script of its own, the bytes that the content policy names', async (url, status) => {
  const { statusCode, scripts, allowed: named } = await open(url)
  expect([statusCode, scripts.length]).toEqual([status, 1])
  expect(named).toEqual(scripts)
})

test('so does the page of a closed site', async () => {
  const { headers } = await person(kernel, 'carla', { is_admin: true })
  await app.inject({ method: 'POST', url: '/api/admin/maintenance/toggle?enabled=true', headers })
  // An instance that did not get the call follows a moment later.
  const closed = await vi.waitFor(async () => {
    const page = await open('/')
    expect(page.statusCode).toBe(503)
    return page
  }, 5_000)
  expect(closed.scripts).toHaveLength(1)
  expect(closed.allowed).toEqual(closed.scripts)
})
