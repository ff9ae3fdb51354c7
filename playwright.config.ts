import { defineConfig } from '@playwright/test'
import { browserArgs, findBrowser } from './scripts/browser.ts'

/**
 * Each worker starts a server of its own (`e2e/fixtures.ts`), on which the files that it runs come one after the other: a journey names
 * its own people, and expects nothing of how many others there are.
 */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/shared-demo.ts',
  outputDir: 'test-results',
  // A journey waits for a third of its time: three of them keep two cores busy.
  workers: '150%',
  timeout: 180_000,
  // Long enough for a busy machine: no journey measures time by it.
  expect: { timeout: 15_000 },
  projects: [
    { name: 'journeys', testIgnore: '**/*.slow.spec.ts' },
    { name: 'slow-journeys', testMatch: '**/*.slow.spec.ts' },
  ],
  reporter: [['list']],
  use: {
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    // Its requests pass by those that journeys answer by hand; `offline.spec.ts` lets it in.
    serviceWorkers: 'block',
    launchOptions: { executablePath: findBrowser(), args: browserArgs() },
  },
})
