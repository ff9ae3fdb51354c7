import { defineConfig } from '@playwright/test'
import { browserArgs, findBrowser } from './scripts/browser.ts'

const port = 3110

/** Where journeys read the mail that the product sent. */
export const mailbox = `http://127.0.0.1:${port + 1}`

export const admin = { email: 'admin@example.org', password: 'Registro-di-prova-2026' }

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 1,
  timeout: 90_000,
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    launchOptions: { executablePath: findBrowser(), args: browserArgs() },
  },
  webServer: {
    command: 'node e2e/server.ts',
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      MAILBOX_PORT: String(port + 1),
      APP_URL: `http://127.0.0.1:${port}`,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMITS: 'off',
      EA_MIN_INTERVAL_S: '0',
    },
  },
})
