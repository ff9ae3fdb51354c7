import { defineConfig } from 'vitest/config'
import { playwright } from '@vitest/browser-playwright'
import { browserArgs, findBrowser } from './scripts/browser.ts'

const browserPackages = [
  '@base-ui/react/alert-dialog',
  '@base-ui/react/autocomplete',
  '@base-ui/react/combobox',
  '@base-ui/react/csp-provider',
  '@base-ui/react/dialog',
  '@base-ui/react/tabs',
  '@base-ui/react/toast',
  '@hookform/resolvers/standard-schema',
  '@tanstack/react-query',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  'lightweight-charts',
  'lucide-react',
  'react',
  'react-dom',
  'react-dom/client',
  'react-hook-form',
  'react-image-crop',
  'react/jsx-dev-runtime',
  'zod/mini',
  'uqr',
]

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'ea/host/**/*.test.ts'],
          globalSetup: ['src/server/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: './vite.config.ts',
        // Bundled before the first test: a package found half-way would make Vite reload, and React be there twice.
        optimizeDeps: { include: browserPackages },
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
