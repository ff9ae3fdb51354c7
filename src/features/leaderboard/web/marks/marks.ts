import { maximumCompared } from '#shared/compare-address.ts'
import { readStored, store, useStored } from '#web/hooks/useStored.ts'
import { toast } from '#web/toasts.ts'
import { maximumChosen } from '../../page.ts'

/** A list of usernames that stays on this device, newest last. */
export interface NameList {
  key: string
  /** Names, at most. */
  most: number
}

/** Traders marked for a comparison. */
export const comparedNames: NameList = { key: 'compared-traders', most: maximumCompared }
/** Traders whom the visitor follows. The address of the list of them holds so many. */
export const followedNames: NameList = { key: 'followed-traders', most: maximumChosen }

const namesOf = (text: string, { most }: NameList) => text.split(',').filter(Boolean).slice(0, most)

/** The names of a list; none on the server and in the first paint. */
export function useNames(list: NameList): readonly string[] {
  return namesOf(useStored(list.key), list)
}

/** Adds or removes a name. A full list says so. */
export function toggleName(list: NameList, name: string): void {
  const names = namesOf(readStored(list.key), list)
  const isListed = names.includes(name)
  if (!isListed && names.length >= list.most) return toast(`Ne hai già segnati ${list.most}: togline uno.`)
  store(list.key, (isListed ? names.filter((other) => other !== name) : [...names, name]).join(','))
}
