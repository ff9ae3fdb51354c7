import { dateTime } from './format.ts'

/** `20/11/2026, 16:38:05`; apart from `format.ts` because the first view shows no seconds. @param instant as the wire writes it, in UTC */
export const dateTimeSeconds = (instant: string): string => `${dateTime(instant)}:${instant.slice(17, 19)}`
