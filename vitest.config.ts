import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { playwright } from '@vitest/browser-playwright'
import { browserArgs, findBrowser } from './scripts/browser.ts'

const browserPackages = [
  '@base-ui/react/alert-dialog',
  '@base-ui/react/autocomplete',
  '@base-ui/react/combobox',
  '@base-ui/react/csp-provider',
  '@base-ui/react/dialog',
  '@base-ui/react/menu',
  '@base-ui/react/popover',
  '@base-ui/react/tabs',
  '@base-ui/react/toast',
  '@hookform/resolvers/standard-schema',
  '@tanstack/react-query',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  'axe-core',
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

/** Long enough for a busy machine: no test measures time by it. */
const expectation = { poll: { timeout: 5_000 } }

/** Projects that run on Node with a PostgreSQL. A name picks exactly one of the projects: `src/guards/test-files.test.ts` proves it. */
const onNode = {
  globalSetup: ['src/server/testing/global-setup.ts'],
  // Several times what a test takes on a busy machine: it ends a test that hangs.
  testTimeout: 90_000,
  hookTimeout: 120_000,
  expect: expectation,
}

/** Where a reference picture is: the folder `looks` beside its test. */
const pictureFile = (picture: { root: string; testFileDirectory: string; arg: string; ext: string }) =>
  join(picture.root, picture.testFileDirectory, 'looks', `${picture.arg}${picture.ext}`)

/** A project that draws screens in a real browser. Vitest writes into its instances, so each project has its own. */
const onPages = (name: string, include: string[], more: { exclude?: string[]; isolate?: boolean } = {}) => ({
  extends: './vite.config.ts' as const,
  // Bundled before the first test: a package found half-way would make Vite reload, and React be there twice.
  optimizeDeps: { include: browserPackages },
  test: {
    name,
    include,
    ...more,
    setupFiles: ['src/web/testing/new-page.ts'],
    // Pages side by side; the project does not take the number from above.
    maxWorkers: availableParallelism(),
    expect: expectation,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath: findBrowser(), args: browserArgs() } }),
      instances: [{ browser: 'chromium' as const }],
      expect: { toMatchScreenshot: { resolveScreenshotPath: pictureFile } },
    },
  },
})

/** Small files that take long: they begin first, or the last of them would run alone while the other core rests. */
const firstFiles = /\/(?:alert-rules|brute-force|killed-syncs|restart|size)\.slow\.test\.ts$/

/** On a machine without results of an earlier run Vitest begins with the largest files. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isFirst = ({ moduleId }: TestSpecification) => firstFiles.test(moduleId)
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // A worker for each core: the default leaves one core to Vitest itself.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...onNode,
          name: 'node',
          // A worker loads each module once, and not for every file: a third of the time. So a test leaves no module changed behind it.
          isolate: false,
          include: ['{src,scripts,ea/host,forge}/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts'],
        },
      },
      {
        // Tests that take long by nature: real waits, killed processes, ten thousand attempts, sizes.
        test: {
          ...onNode,
          name: 'slow',
          include: ['{src,scripts,ea/host,forge}/**/*.slow.test.ts'],
          testTimeout: 240_000,
        },
      },
      // A worker's files share one page, which loads each module once.
      onPages('browser', ['src/**/*.test.tsx'], { exclude: ['**/*.slow.test.tsx'], isolate: false }),
      // The reference pictures of the screens.
      onPages('looks', ['src/**/*.slow.test.tsx']),
    ],
  },
})
