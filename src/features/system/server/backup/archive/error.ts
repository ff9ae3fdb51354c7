/** A backup cannot be read or restored. The message is one sentence for the operator. */
export class BackupError extends Error {
  /** The file may be sound: the key for it is not here. */
  readonly isKeyMissing: boolean
  constructor(message: string, options: ErrorOptions & { isKeyMissing?: boolean } = {}) {
    super(message, options)
    this.isKeyMissing = options.isKeyMissing ?? false
  }
}

/** The file opens, and its content is not a backup. */
export const unreadable = (cause?: unknown) =>
  new BackupError('Il backup non si legge: il contenuto non è quello di un backup di TopTrader.', { cause })
