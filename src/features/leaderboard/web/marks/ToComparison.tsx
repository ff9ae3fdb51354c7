import { compareAddress } from '#shared/compare-address.ts'
import { comparedNames, useNames } from './marks.ts'

/** The way to the comparison of the marked traders: it stays in the window while a list is scrolled. Nothing without a mark. */
export function ToComparison() {
  const names = useNames(comparedNames)
  if (names.length === 0) return null
  return <a className="btn btn-primary to-comparison" href={compareAddress(names)}>{`Confronta (${names.length})`}</a>
}
