/** Windows of a comparison, in days; `all` is every day that the traders have in common. */
export const compareWindows = ['7', '30', '90', '365', 'all'] as const
export type CompareWindow = (typeof compareWindows)[number]

export const usualWindow: CompareWindow = '90'
/** Traders side by side, at most. */
export const maximumCompared = 4
export const comparePath = '/confronta'

/** Address of a comparison. Commas stay readable. */
export function compareAddress(names: readonly string[], window: CompareWindow = usualWindow): string {
  const query = [
    ...(names.length === 0 ? [] : [`t=${names.map(encodeURIComponent).join(',')}`]),
    ...(window === usualWindow ? [] : [`window=${window}`]),
  ].join('&')
  return query === '' ? comparePath : `${comparePath}?${query}`
}
