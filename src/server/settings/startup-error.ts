/** Why the server cannot start, in a sentence for the person who starts it: shown without a stack. */
export class StartupError extends Error {}
