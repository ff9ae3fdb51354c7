import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const systemBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Path of a Chromium for the tests: CHROMIUM_PATH, Playwright's own, or the system's, in that order.
 * @throws Error with the one command that installs it, where there is none; a test never passes by skipping.
 */
export function findBrowser(): string {
  const candidates = [process.env['CHROMIUM_PATH'], chromium.executablePath(), ...systemBrowsers]
  const found = candidates.find((path) => path !== undefined && path !== '' && existsSync(path))
  if (found === undefined) {
    throw new Error(
      'No Chromium found. Install one with: apt-get install -y chromium   (or: npx playwright install chromium)',
    )
  }
  return found
}

/** Flags for headless runs on a machine without network; `--no-sandbox` only where Chromium demands it (as root). */
export function browserArgs(): string[] {
  const quiet = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  return process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet
}
