import { afterEach, expect, test, vi } from 'vitest'
import { mount } from '#web/testing/mount.tsx'
import { writeToken } from '#web/storage/token.ts'
import { aShowcase, someId } from '../testing/showcases.ts'
import { ShowcaseView } from './ShowcaseView.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  writeToken(null)
})

test.each([
  ['its owner', { username: aShowcase().trader_username, is_admin: false }, { reads: 1, visits: 0 }],
  ['an admin', { username: 'capo', is_admin: true }, { reads: 1, visits: 0 }],
  ['another trader', { username: 'altro', is_admin: false }, { reads: 0, visits: 1 }],
])('a public page with its data is read again and visited by %s: %j, %j', async (_, viewer, expected) => {
  const counts = { viewers: 0, reads: 0, visits: 0 }
  vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href)
    if (url.pathname === '/api/dashboard') {
      counts.viewers += 1
      return Response.json(viewer)
    }
    // A visit is reported with its source; a read has none.
    counts[url.search === '' ? 'reads' : 'visits'] += 1
    return Response.json(aShowcase({ owner_preview: expected.reads > 0 }))
  })
  writeToken('token-of-somebody')
  const seeds = [
    { key: 'GET /api/showcases/:showcase_id', input: { params: { showcase_id: someId } }, data: aShowcase() },
  ]
  mount(<ShowcaseView showcaseId={someId} />, { seeds })
  await expect.poll(() => counts.viewers).toBeGreaterThan(0)
  await expect.poll(() => counts).toMatchObject(expected)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(counts).toMatchObject(expected)
})
