import { cdp } from 'vitest/browser'

/** Calls Chromium's own protocol: the browser of the tests has no other way to paper, nor to a screen for fingers. */
export function callChromium(method: string, values: object): Promise<unknown> {
  const session = cdp() as unknown as { send: (method: string, values: object) => Promise<unknown> }
  return session.send(method, values)
}
