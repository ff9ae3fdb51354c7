/**
 * The positions of the best values of a row; none where fewer than two are known, or all are the same. Equal ones are all the best.
 * @param isBest which end of the scale counts
 */
export function bestOf(values: readonly (number | null)[], isBest: 'highest' | 'lowest'): ReadonlySet<number> {
  const known = values.filter((value) => value !== null)
  const best = isBest === 'highest' ? Math.max(...known) : Math.min(...known)
  if (known.length < 2 || known.every((value) => value === best)) return new Set()
  return new Set(values.flatMap((value, position) => (value === best ? [position] : [])))
}
