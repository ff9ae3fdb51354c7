import { afterAll, onTestFinished } from 'vitest'

/** Runs at the end of the test that calls, or of the file. A hook of the file would never run where a test calls. The last one runs first. */
export function atEnd(close: () => unknown): void {
  try {
    onTestFinished(async () => void (await close()))
  } catch {
    afterAll(async () => void (await close()))
  }
}
