import { addressOfSelection, filterNames, type Filters, type Selection } from '../page.ts'

interface ReadyList {
  name: string
  rule?: string
  filters: Filters
}

/** Ready-made lists, each with its rule. */
export const lists: readonly ReadyList[] = [
  { name: 'Storico oltre 12 mesi', filters: { months_min: '12' } },
  { name: 'Drawdown sotto il 15%', filters: { drawdown_max: '15' } },
  {
    name: 'Costanti',
    rule: 'almeno 3 mesi, nessuno sotto −5%',
    filters: { months_min: '3', month_loss_max: '5' },
  },
  { name: 'Nuovi', rule: 'fino a 3 mesi di storico', filters: { months_max: '3' } },
  { name: 'In crescita', rule: '+3 posizioni in 7 giorni', filters: { climb_min: '3' } },
  { name: 'Diamond', rule: 'piano con vetrina', filters: { diamond: '1' } },
]

/** The traders whom this device follows. */
export const followedList = (names: readonly string[]): ReadyList => ({
  name: `Seguiti (${names.length})`,
  filters: { traders: names.join(',') },
})

const namesIn = (filters: Filters) => Object.keys(filters) as (keyof Filters)[]

export function isChosen(selection: Selection, filters: Filters): boolean {
  return namesIn(filters).every((name) => selection[name] === filters[name])
}

/** Adds a list's filters to the selection, or takes them out again. */
export function addressWith(selection: Selection, filters: Filters): string {
  const { page: _, ...rest } = selection
  const others = { ...rest, page: 1 }
  if (!isChosen(selection, filters)) return addressOfSelection({ ...others, ...filters })
  return addressWithout(selection, namesIn(filters))
}

export function addressWithout(selection: Selection, names: readonly (keyof Filters)[]): string {
  const left = { ...selection, page: 1 }
  for (const name of names) delete left[name]
  return addressOfSelection(left)
}

export function activeFilters(selection: Selection) {
  return filterNames.filter((name) => selection[name] !== undefined)
}

/** Keeps the order and drops every filter. */
export function withoutFilters({ sort_by, order }: Selection): string {
  return addressOfSelection({ page: 1, ...(sort_by && { sort_by }), ...(order && { order }) })
}
