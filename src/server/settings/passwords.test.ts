import { expect, test } from 'vitest'
import { createSecrets } from './crypto.ts'

const password = 'cavallo-batteria-42'
/** The product's own: no cost is given. */
const secrets = createSecrets({ SECRET_KEY: `a:${Buffer.alloc(32, 1).toString('base64')}`, DATA_DIR: '/nowhere' })

test('a password is hashed with Argon2id at OWASP’s minimum, and salted', async () => {
  const stored = await secrets.hashPassword(password)
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await secrets.hashPassword(password)).not.toBe(stored)
})

test('it matches its own hash alone; without a user nothing matches', async () => {
  const stored = await secrets.hashPassword(password)
  expect(await secrets.passwordMatches(stored, password)).toBe(true)
  expect(await secrets.passwordMatches(stored, `${password} `)).toBe(false)
  expect(await secrets.passwordMatches(null, password)).toBe(false)
  expect(await secrets.passwordMatches(null, 'nobody has this password')).toBe(false)
})
