import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mount } from '#web/testing/mount.tsx'
import { navigate, startRouter } from '#web/router.ts'
import { writeToken } from '#web/storage/token.ts'
import { reportClick, useShowcaseView } from './reporting.ts'

const id = '01900000-0000-7000-8000-00000000000a'

let stopRouter = () => {}
// Each test begins with the load of its page.
beforeEach(() => {
  stopRouter = startRouter(() => true)
})
afterEach(() => {
  stopRouter()
  vi.restoreAllMocks()
  writeToken(null)
})

function Page({ isPublic = true }: { isPublic?: boolean }) {
  useShowcaseView(id, isPublic)
  return <p>Vetrina</p>
}

const listen = () => vi.spyOn(window, 'fetch').mockImplementation(() => Promise.reject(new TypeError('no network')))

test('a view of the public page is reported once with its source, and a later click with the same source', async () => {
  writeToken('x'.repeat(40))
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://www.google.com/search?q=toptrader')
  const calls = listen()
  mount(<Page />)
  await expect
    .poll(() => calls.mock.calls.map(([input]) => input))
    .toEqual([`/api/showcases/${id}?source=www.google.com`])
  reportClick(id, { type: 'cta', target: 'Copia i miei trade', position: 1 })
  const [input, init] = calls.mock.calls[1] ?? []
  expect(input).toBe('/api/showcases/track-click')
  expect(init).toMatchObject({ method: 'POST', keepalive: true })
  expect(new Headers(init?.headers).get('authorization')).toBe(`Bearer ${'x'.repeat(40)}`)
  expect(JSON.parse(init?.body as string)).toEqual({
    showcase_id: id,
    source: 'www.google.com',
    type: 'cta',
    target: 'Copia i miei trade',
    position: 1,
  })
})

test('a view without a source is reported too, and takes no second answer', async () => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('')
  const calls = listen()
  mount(<Page />)
  await expect.poll(() => calls.mock.calls.map(([input]) => input)).toEqual([`/api/showcases/${id}?source=diretto`])
  expect(calls.mock.calls[0]?.[1]).toMatchObject({ keepalive: true, headers: { 'if-none-match': '*' } })
})

test('a view from within this site names the place', async () => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(`${window.location.origin}/trader/marta.ferrero`)
  const calls = listen()
  mount(<Page />)
  await expect.poll(() => calls.mock.calls.map(([input]) => input)).toEqual([`/api/showcases/${id}?source=profilo`])
})

test('a preview reports nothing', async () => {
  const calls = listen()
  const host = mount(<Page isPublic={false} />)
  await expect.poll(() => host.textContent).toBe('Vetrina')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(calls.mock.calls).toEqual([])
})

test('a step inside the app counts with the page before it as its place', async () => {
  const here = window.location.pathname + window.location.search
  window.history.replaceState({}, '', '/?view=vetrine')
  const calls = listen()
  navigate(`/vetrine/${id}`)
  mount(<Page />)
  await expect.poll(() => calls.mock.calls.map(([input]) => input)).toEqual([`/api/showcases/${id}?source=vetrine`])
  navigate(here, { replace: true })
})
