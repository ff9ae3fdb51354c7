import type { Secrets } from '#server/settings/crypto.ts'

/** The keys that may open a backup. */
export interface BackupKeys {
  secrets: Pick<Secrets, 'keys'>
  /** BACKUP_PRIVATE_KEY: `AGE-SECRET-KEY-1…`. */
  privateKey?: string | undefined
  /** `Encryption.identity` of a file that this process has just written. */
  identity?: string | undefined
}
