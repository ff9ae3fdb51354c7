import type { Kernel } from '#server/kernel.ts'
import type { SealedColumn } from '#server/settings/resealing.ts'
import { pruneCounts } from '#server/limits.ts'
import { sessionIdleMs } from '#server/http/session.ts'
import { StartupError } from '#server/settings/startup-error.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'
import { passwordProblem } from '../rules.ts'
import { termsVersion } from '../terms.ts'
import { deleteUnconfirmed } from './second-factor/queries.ts'
import { deleteIdleSessions, deleteOldResets, deleteUnusedDevices, insertAdmin, traderByEmail } from './queries.ts'

/** Columns of accounts that SECRET_KEY seals. */
export const sealedInvestorPasswords: SealedColumn = {
  table: 'trader',
  id: 'trader_id',
  column: 'investor_password_sealed',
}
export const sealedFactors: SealedColumn = { table: 'second_factor', id: 'trader_id', column: 'secret_sealed' }

/** Usernames that people cannot register. The next one is used when another admin has one. */
const adminUsername = (attempt: number) => (attempt === 1 ? 'admin' : `admin-${attempt}`)

/**
 * Makes the first admin by ADMIN_EMAIL and ADMIN_PASSWORD where no account has that e-mail. An existing account stays as it is: its
 * e-mail proves nothing, since any visitor could have registered it.
 * @throws StartupError where the password is one that the product refuses
 */
export async function ensureAdmin(kernel: Kernel): Promise<void> {
  const { sql, config, clock, secrets, log } = kernel
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config
  if (email === undefined || password === undefined) return
  const present = await traderByEmail(sql, email)
  if (present !== null) {
    if (!present.is_admin) log.warn('ADMIN_EMAIL belongs to an account that is no admin: it is left as it is')
    return
  }
  const problem = passwordProblem(password, { username: 'admin', display_name: 'Amministratore', email })
  if (problem !== null) throw new StartupError(`ADMIN_PASSWORD: ${problem}`)
  const passwordHash = await secrets.hashPassword(password)
  for (let attempt = 1; attempt <= 100; attempt++) {
    const made = await insertAdmin(sql, {
      trader_id: secrets.newId(),
      username: adminUsername(attempt),
      display_name: 'Amministratore',
      email,
      password_hash: passwordHash,
      terms_version: termsVersion,
      now: instantText(Math.floor(clock.now())),
    })
    if (made) {
      log.info({ username: adminUsername(attempt) }, 'first admin made')
      return
    }
    // Another instance was faster, or the username is another admin's.
    if ((await traderByEmail(sql, email)) !== null) return
  }
  throw new Error('no username is left for the first admin')
}

/** Time after its last sign-in that a kind of device stays known. */
const deviceMemoryMs = 365 * DAY_MS
/** Lifetime of a prepared second factor without its first code. */
const preparedMs = DAY_MS

/**
 * Removes idle sessions, expired links, unconfirmed secrets, expired counts of guesses and unused devices. For a job.
 * @returns how many sessions went
 */
export async function removeExpiredSessions(kernel: Kernel): Promise<number> {
  const now = Math.floor(kernel.clock.now())
  await pruneCounts(kernel)
  await deleteOldResets(kernel.sql, instantText(now))
  await deleteUnconfirmed(kernel.sql, instantText(now - preparedMs))
  await deleteUnusedDevices(kernel.sql, instantText(now - deviceMemoryMs))
  const usedBefore = { user: instantText(now - sessionIdleMs.user), admin: instantText(now - sessionIdleMs.admin) }
  return deleteIdleSessions(kernel.sql, usedBefore, instantText(now))
}
