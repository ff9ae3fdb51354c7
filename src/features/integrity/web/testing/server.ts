import { vi } from 'vitest'

type Answer = { status?: number; body: unknown }
type Serve = (request: { url: URL; body: unknown }) => Answer | Promise<Answer>

/** Answers the calls of a test by `METHOD /path`; a call without a name answers 404. Returns the requests. */
export function serveCalls(calls: Record<string, Serve>): { key: string; body: unknown }[] {
  const requests: { key: string; body: unknown }[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), window.location.href)
    const key = `${init?.method ?? 'GET'} ${url.pathname}`
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    requests.push({ key, body })
    const { status = 200, body: answer } = (await calls[key]?.({ url, body })) ?? {
      status: 404,
      body: { detail: 'No.' },
    }
    return new Response(JSON.stringify(answer), { status })
  })
  return requests
}
