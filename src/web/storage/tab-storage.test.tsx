import { afterEach, expect, test, vi } from 'vitest'
import { readTabText, storeTabText } from './tab-storage.ts'

afterEach(() => {
  vi.restoreAllMocks()
  storeTabText('prova', null)
})

test('a text is in the storage of the tab until it is deleted', () => {
  expect(readTabText('prova')).toBe(null)
  storeTabText('prova', 'uno')
  expect([readTabText('prova'), sessionStorage.getItem('prova')]).toEqual(['uno', 'uno'])
  storeTabText('prova', null)
  expect([readTabText('prova'), sessionStorage.getItem('prova')]).toEqual([null, null])
})

test('a text that storage refuses lasts as long as the page, before an older one', () => {
  storeTabText('prova', 'vecchio')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  storeTabText('prova', 'nuovo')
  expect(readTabText('prova')).toBe('nuovo')
  vi.restoreAllMocks()
  storeTabText('prova', 'ultimo')
  expect([readTabText('prova'), sessionStorage.getItem('prova')]).toEqual(['ultimo', 'ultimo'])
})
