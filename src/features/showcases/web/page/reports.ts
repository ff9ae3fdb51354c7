import type { Click } from '../reporting.ts'

/** Receives a visitor's click. */
export type Report = (click: Click) => void

/** The reporter of a preview, which counts nothing. */
export const ignoreClick: Report = () => undefined
