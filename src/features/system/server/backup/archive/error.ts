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

export const damaged = (cause: unknown) =>
  new BackupError('Il file è stato modificato, danneggiato o troncato: non è quello che fu scritto.', { cause })

export const invalidPrivateKey = (cause?: unknown) =>
  new BackupError('BACKUP_PRIVATE_KEY non è una chiave: comincia con AGE-SECRET-KEY-1.', { cause })

/** @param needed the key that opens the file; `found` the state of this installation's own */
export const missingKey = (needed: string, found: 'non c’è' | 'è un’altra') =>
  new BackupError(`Il file non si apre: serve ${needed}, e qui ${found}.`, { isKeyMissing: true })
