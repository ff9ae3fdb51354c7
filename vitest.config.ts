import { defineConfig } from 'vitest/config'
import { playwright } from '@vitest/browser-playwright'
import { browserArgs, findBrowser } from './scripts/browser.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['src/server/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'browser',
          include: ['src/**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath: findBrowser(), args: browserArgs() } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
