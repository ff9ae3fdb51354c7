import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errors } from '#shared/errors.ts'

const catalogue = 'src/shared/errors.ts'
const sources = globSync('src/**/*.{ts,tsx}')
  .filter((file) => file !== catalogue && !file.includes('.test.') && !file.includes('/testing/'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

test.each(Object.keys(errors))('%s is an answer that the product gives', (code) => {
  expect(sources).toContain(`'${code}'`)
})
