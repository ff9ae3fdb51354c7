/** What was found of an open case after its opening, beside the evidence that opened it. `docs/integrity.md`, cases. */

type Plain = Record<string, unknown>

/** Rows kept in all: half of them the newest, half those that moved most money. */
const rowsKept = 20

/**
 * The evidence of a case with what was found later in `later`: a row for each thing that was found, with its time. What is harmless
 * never pushes out what is grave.
 * @param at ISO text
 */
export function withLater(evidence: Plain, found: Plain, at: string): Plain {
  const before = Array.isArray(evidence['later']) ? (evidence['later'] as Plain[]) : []
  return { ...evidence, later: bounded([...before, ...rowsOf(found).map((row) => ({ at, ...row }))]) }
}

/** The rows of the list that a rule found, or all that is plain as one. */
function rowsOf(found: Plain): Plain[] {
  const list = Object.values(found).find((value) => Array.isArray(value) && value.length > 0 && value.every(isPlain))
  if (list !== undefined) return list as Plain[]
  return [Object.fromEntries(Object.entries(found).filter(([, value]) => !isPlain(value)))]
}

function bounded(rows: Plain[]): Plain[] {
  if (rows.length <= rowsKept) return rows
  const half = rowsKept / 2
  const older = rows.slice(0, -half)
  const gravest = new Set(older.toSorted((a, b) => moneyIn(b) - moneyIn(a)).slice(0, half))
  return [...older.filter((row) => gravest.has(row)), ...rows.slice(-half)]
}

/** The largest amount that a row names, whatever its sign. */
function moneyIn(row: Plain): number {
  const amounts = Object.entries(row).map(([key, value]) =>
    /(?:^|_)(?:amount|gap|net)$/.test(key) && typeof value === 'number' ? Math.abs(value) : 0,
  )
  return Math.max(0, ...amounts)
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
