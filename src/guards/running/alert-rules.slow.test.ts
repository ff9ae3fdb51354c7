import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { alertNames, promtool, rulesFolder } from '../testing/alert-rules.ts'

const testFiles = globSync(`${rulesFolder}/*.test.yml`)
const tests = testFiles.map((file) => readFileSync(file, 'utf8')).join('\n')

test('every alert fires where it should, and stays quiet where it should', { timeout: 240_000 }, () => {
  expect(testFiles.length).toBeGreaterThan(1)
  const said = promtool('test', 'rules', ...testFiles)
  expect(said.match(/SUCCESS/g)).toHaveLength(testFiles.length)
  const tried = new Map(
    [...tests.matchAll(/- name: (\w+) (fires|stays quiet)$[\s\S]*?alertname="(\w+)"[\s\S]*?value: (\d)$/gm)].map(
      ([, name, way, requested, value]) => [
        `${name} ${way}`,
        name === requested && value === (way === 'fires' ? '1' : '0'),
      ],
    ),
  )
  const expected = alertNames.flatMap((name) => [`${name} fires`, `${name} stays quiet`])
  expect(Object.fromEntries(tried)).toEqual(Object.fromEntries(expected.map((each) => [each, true])))
})
