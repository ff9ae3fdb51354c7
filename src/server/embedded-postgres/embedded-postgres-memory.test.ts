import { expect, test } from 'vitest'
import { memorySettings, usableMemory } from './embedded-postgres-memory.ts'

const GiB = 2 ** 30

test.each([
  [0.25, '128MB', '128MB', '128MB'],
  [2, '512MB', '1024MB', '512MB'],
  [24, '6144MB', '12288MB', '4096MB'],
  [512, '8192MB', '65536MB', '4096MB'],
])('a machine of %s GiB gives the database %s of buffers', (size, buffers, cache, log) => {
  expect(memorySettings(size * GiB)).toEqual({
    shared_buffers: buffers,
    effective_cache_size: cache,
    max_wal_size: log,
    checkpoint_timeout: '15min',
  })
})

test('the memory is a finite amount, with or without a limit', () => {
  expect(usableMemory()).toBeGreaterThan(64 * 2 ** 20)
  expect(usableMemory()).toBeLessThan(2 ** 50)
})
