import { hash, verify } from '@node-rs/argon2'

/** The cost of one Argon2id hash: memory in KiB, passes over it, lanes. */
export interface PasswordCost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** The cost that OWASP names as its minimum: 19 MiB, two passes, one lane. */
export const owaspMinimum: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface Passwords {
  hashPassword: (password: string) => Promise<string>
  /** True where the password is the user's. Without a user it takes as long, and the answer is false. */
  passwordMatches: (storedHash: string | null, password: string) => Promise<boolean>
}

export function createPasswords(cost: PasswordCost): Passwords {
  const hashPassword = (password: string) => hash(password, cost)
  /** Stands in for the hash of users who do not exist, so that a request for them takes as long. Made once, at the first need. */
  let placeholder: Promise<string> | undefined
  return {
    hashPassword,
    async passwordMatches(storedHash, password) {
      placeholder ??= hashPassword('nobody has this password')
      const matches = await verify(storedHash ?? (await placeholder), password)
      return matches && storedHash !== null
    },
  }
}
