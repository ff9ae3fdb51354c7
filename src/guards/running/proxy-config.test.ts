import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// No proxy of a test shows these: Debian’s version is older than the image’s, and a part that is written twice may differ.

/** The lines of each section of deploy/haproxy.cfg, without comments. */
const sections = new Map(
  readFileSync('deploy/haproxy.cfg', 'utf8')
    .split(/^(?=[a-z])/m)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n').map((line) => line.trim())
      return [title, lines.filter((line) => line !== '' && !line.startsWith('#'))]
    }),
)
const linesOf = (title: string) => sections.get(title) ?? []

test('a handshake ends after five seconds in the version that the image has', () => {
  const [, major = 0, minor = 0] = (/image: haproxy:(\d+)\.(\d+)/.exec(readFileSync('compose.yaml', 'utf8')) ?? []).map(
    Number,
  )
  expect(major + minor / 10).toBeGreaterThan(2.9)
  const lines = linesOf('defaults')
  const at = lines.indexOf('.if version_atleast(2.9)')
  expect(lines.slice(at, at + 3)).toEqual(['.if version_atleast(2.9)', 'timeout client-hs 5s', '.endif'])
})

test('both ports limit a source, and give their own answers headers, alike', () => {
  const isShared = (line: string) =>
    /^(?:tcp-request |acl is_application|http-after-response |http-request set-log-level )/.test(line) &&
    // It has no place in plain http.
    !line.includes('strict-transport-security')
  const plain = linesOf('frontend plain').filter(isShared)
  expect(plain.filter((line) => line.startsWith('tcp-request connection'))).toHaveLength(2)
  expect(plain.length).toBeGreaterThan(8)
  expect(linesOf('frontend site').filter(isShared)).toEqual(plain)
})

test('syncs reach the servers that views reach, under the same health', () => {
  const ofViews = linesOf('backend application').filter((line) => line.startsWith('server '))
  expect(ofViews.length).toBeGreaterThan(1)
  expect(linesOf('backend syncs').filter((line) => line.startsWith('server '))).toEqual(
    ofViews.map((line) => `${line} track application/${line.split(' ')[1]}`),
  )
})
