import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { ApiError, addressOf, q, readError, send } from './api.ts'

afterEach(() => vi.restoreAllMocks())

describe('address of a call', () => {
  test.each([
    ['/api/fresh/stats', {}, '/api/fresh/stats'],
    ['/api/trader/:username', { params: { username: 'a/b è' } }, '/api/trader/a%2Fb%20%C3%A8'],
    ['/api/fresh/leaderboard', { query: { page: '2', q: '', country: undefined } }, '/api/fresh/leaderboard?page=2'],
    ['/api/fresh/leaderboard', { query: { q: 'a&b=c' } }, '/api/fresh/leaderboard?q=a%26b%3Dc'],
  ])('%s', (path, input, expected) => {
    expect(addressOf(path, input)).toBe(expected)
  })
})

describe('why a call failed', () => {
  const post = () => send<Endpoint>('POST /api/auth/login', {})
  const failing = (answer: () => Promise<Response>) => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(answer)
    return post().catch((error: unknown) => readError(error))
  }

  test('is the sentence of the answer, with what belongs to fields', async () => {
    const body = { detail: 'Controlla i dati inseriti.', fields: { email: 'Inserisci un indirizzo email valido.' } }
    const error = await failing(async () => Response.json(body, { status: 422 }))
    expect(error).toMatchObject({ status: 422, message: body.detail, fields: body.fields, errors: [] })
  })

  test('is our own sentence where the answer has none', async () => {
    const error = await failing(async () => new Response('<html>Bad gateway</html>', { status: 502 }))
    expect(error).toMatchObject({ status: 502, message: 'Errore', body: null })
  })

  test.each([
    [{ detail: 'uno', message: 'due' }, 'uno'],
    [{ message: 'due', error: 'tre' }, 'due'],
    [{ error: 'tre', errors: ['quattro'] }, 'tre'],
    [{ errors: ['Primo.', 'Secondo.'] }, 'Primo. Secondo.'],
    [{ errors: 'uno solo' }, 'uno solo'],
    [{ detail: null }, 'Errore'],
    [{}, 'Errore'],
  ])('is read from %j as %j', async (body, message) => {
    const error = await failing(async () => Response.json(body, { status: 502 }))
    expect(error).toMatchObject({ status: 502, message })
  })

  test('is the connection where no answer came', async () => {
    const error = await failing(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(error).toMatchObject({ status: 0, message: 'Errore di connessione. Riprova più tardi.' })
  })

  test.each([
    ['a portal’s page', () => new Response('<html>Wi-Fi: accedi</html>', { status: 200 })],
    ['an answer that breaks off', () => new Response('{"success":tr', { status: 200 })],
  ])('is the connection where a 200 is %s', async (_, answer) => {
    const error = await failing(async () => answer())
    expect(error).toMatchObject({ status: 0, message: 'Errore di connessione. Riprova più tardi.' })
  })

  test('is the connection where a read is answered with nothing', async () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 200 }))
    const { queryFn } = q<Endpoint>('GET /api/fresh/stats', {})
    if (typeof queryFn !== 'function') throw new Error('a read has its function')
    const { signal } = new AbortController()
    const context = {
      signal,
      queryKey: ['GET /api/fresh/stats', {}] as const,
      meta: undefined,
      client: new QueryClient(),
    }
    await expect(Promise.resolve(queryFn(context))).rejects.toMatchObject({ status: 0 })
  })

  test('is never lost: every thrown value reads as one', () => {
    expect(readError(new Error('x'))).toBeInstanceOf(ApiError)
    expect(readError('x').status).toBe(0)
  })
})

test('a write’s answer without a body is no failure', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 200 }))
  await expect(send<Endpoint>('POST /api/auth/logout', {})).resolves.toBeNull()
})
