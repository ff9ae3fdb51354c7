/** The version of the terms that is in force: stored with every acceptance. */
export const termsVersion = '2026-11'
