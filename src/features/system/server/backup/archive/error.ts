/** Why a file of a backup cannot be read or restored: one sentence for the operator. */
export class BackupError extends Error {
  /** The file is as it should be, and the key for it is not here. */
  readonly isKeyMissing: boolean
  constructor(message: string, options: ErrorOptions & { isKeyMissing?: boolean } = {}) {
    super(message, options)
    this.isKeyMissing = options.isKeyMissing ?? false
  }
}
