import type { Click } from '../reporting.ts'

/** Hears what a visitor clicked. */
export type Report = (click: Click) => void

/** Of a preview. */
export const silent: Report = () => undefined
