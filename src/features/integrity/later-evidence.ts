/** Evidence that comes after a case was opened, beside the evidence that opened it. `docs/integrity.md`, cases. */

type Plain = Record<string, unknown>

/** Rows in all: half of them the newest, half those that moved most money. */
const mostRows = 20

/**
 * The evidence of a case with a row in `later` for each later finding, with its time. A harmless row never pushes out a grave one.
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
  if (rows.length <= mostRows) return rows
  const half = mostRows / 2
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
