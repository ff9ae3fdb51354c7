import { HOUR_MS } from '#shared/dates.ts'
import type { LedgerEntry } from '../chain.ts'
import { beginning, hashedText, sha256 } from '../chain.ts'

/** A chain of that many hourly entries with correct fingerprints. Another `salt` gives another chain. */
export async function chainOf(length: number, salt = '0f'.repeat(16)): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = []
  let previous = beginning
  for (let n = 1; n <= length; n++) {
    const figures = JSON.stringify({ salt, ea: '1.0.0', balance: 1_000 + n, equity: 1_001 + n })
    const entry: LedgerEntry = {
      n,
      at: new Date(Date.UTC(2026, 10, 1) + n * HOUR_MS).toISOString(),
      records: n % 3,
      records_digest: await sha256(`records ${n}`),
      figures,
      figures_digest: await sha256(figures),
      hash: '',
    }
    entry.hash = await sha256(hashedText(previous, entry))
    previous = entry.hash
    entries.push(entry)
  }
  return entries
}
