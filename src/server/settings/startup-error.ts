/** The reason why the server cannot start, in a sentence for the operator: shown without a stack. */
export class StartupError extends Error {}

/** @param errors a sentence each, with its indent */
export function configurationError(errors: readonly string[]): StartupError {
  return new StartupError(`La configurazione non è valida:\n${errors.join('\n')}`)
}
