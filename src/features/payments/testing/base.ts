import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { readConfig } from '#server/settings/config.ts'
import { createSecrets } from '#server/settings/crypto.ts'

/** The settings and secrets that the servers of a story share. Called at the top of a file. */
export function storyBase() {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-torture-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const config = readConfig({
    DATA_DIR: folder,
    SECRET_KEY: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    APP_URL: 'http://localhost:3000',
    RATE_LIMITS: 'off',
  })
  return { config, secrets: createSecrets(config) }
}
