import * as format from '#shared/format/format.ts'

// Sentences of the admin's screens and mails that stand in several of them.

export const addedTimeStays = 'Il tempo aggiunto non si può togliere: si può solo annullare l’abbonamento intero.'

/** The audit log's chain. @param row number of its first line that does not fit */
export const chainBroken = (row: number) => `La catena si interrompe alla riga ${format.count(row)}.`

/** @param day `YYYY-MM-DD` of the first exported root that differs */
export const rootDiffers = (day: string) => `Non corrisponde più alla radice conservata il ${format.day(day)}.`
