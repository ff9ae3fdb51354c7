import { afterEach, expect, test, vi } from 'vitest'
import { onTokenChange, readToken, writeToken } from './token.ts'

function storage(full = false) {
  const held = new Map<string, string>()
  return {
    getItem: (key: string) => held.get(key) ?? null,
    removeItem: (key: string) => void held.delete(key),
    setItem(key: string, value: string) {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      held.set(key, value)
    },
  }
}

/** A page whose storages are these; null for one that the browser refuses to name. */
function page(local: ReturnType<typeof storage> | null, session: ReturnType<typeof storage> | null): void {
  vi.stubGlobal('window', new EventTarget())
  for (const [name, value] of Object.entries({ localStorage: local, sessionStorage: session })) {
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() {
        if (value === null) throw new DOMException('refused', 'SecurityError')
        return value
      },
    })
  }
}

const own = ['localStorage', 'sessionStorage'].map((name) => Object.getOwnPropertyDescriptor(globalThis, name))

afterEach(() => {
  page(storage(), storage())
  writeToken(null)
  vi.unstubAllGlobals()
  for (const [index, name] of ['localStorage', 'sessionStorage'].entries()) {
    const descriptor = own[index]
    if (descriptor === undefined) Reflect.deleteProperty(globalThis, name)
    else Object.defineProperty(globalThis, name, descriptor)
  }
})

test.each([
  ['both storages are refused', () => page(null, null)],
  ['both are full', () => page(storage(true), storage(true))],
  ['one alone is there', () => page(null, storage())],
  ['both are there', () => page(storage(), storage())],
])('a session begins and ends where %s', (_, open) => {
  open()
  const listener = vi.fn<() => void>()
  const stop = onTokenChange(listener)
  expect(readToken()).toBeNull()
  writeToken('abc')
  expect(readToken()).toBe('abc')
  writeToken(null)
  expect(readToken()).toBeNull()
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
})

test.each([
  ['ended', null],
  ['began', 'xyz'],
])('a session that another tab %s', (_, token) => {
  const [local, session] = [storage(), storage()]
  page(local, session)
  writeToken('abc')
  const listener = vi.fn<() => void>()
  const stop = onTokenChange(listener)
  // The other tab has a session storage of its own: here nothing but the event tells.
  if (token === null) local.removeItem('trader_token')
  else local.setItem('trader_token', token)
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'trader_token', newValue: token }))
  expect([readToken(), session.getItem('trader_token')]).toEqual([token, token])
  expect(listener).toHaveBeenCalledOnce()
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'theme', newValue: 'dark' }))
  expect(listener).toHaveBeenCalledOnce()
  stop()
})
