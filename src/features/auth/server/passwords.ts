import { hash, verify } from '@node-rs/argon2'

/** Argon2id with the cost that OWASP names as its minimum: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export async function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** Stands in for the hash of users who do not exist, so that asking for them takes as long. Made once, at the first need. */
let nobody: Promise<string> | undefined

/** True where the password is the user's. With no user the same work is done, and the answer is false. */
export async function passwordMatches(storedHash: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password')
  const matches = await verify(storedHash ?? (await nobody), password)
  return matches && storedHash !== null
}
