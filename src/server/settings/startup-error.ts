/** The reason why the server cannot start, in a sentence for the operator: shown without a stack. */
export class StartupError extends Error {}
