import { defineConfig } from '@playwright/test'
import { browserArgs, findBrowser } from './scripts/browser.ts'

/** Each worker starts a server of its own (`e2e/fixtures.ts`): journeys of different files share nothing. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: '100%',
  timeout: 90_000,
  reporter: [['list']],
  use: {
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    launchOptions: { executablePath: findBrowser(), args: browserArgs() },
  },
})
