import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { getSyncLedger } from '#features/integrity/contract.ts'
import { q, readError, type ApiError } from '#web/api.ts'
import { verifyChain, type LedgerEntry, type Verdict } from './chain.ts'

export type ChainState =
  | { phase: 'loading'; loaded: number; length: number | null }
  | { phase: 'checking'; entries: readonly LedgerEntry[]; checked: number }
  | { phase: 'checked'; entries: readonly LedgerEntry[]; verdict: Verdict }
  /** All entries are here, but this browser computes nothing: a page that did not come over https. */
  | { phase: 'unchecked'; entries: readonly LedgerEntry[] }
  | { phase: 'failed'; error: ApiError }

const start: ChainState = { phase: 'loading', loaded: 0, length: null }

/** Loads a trader's whole ledger and computes it again, here in the browser. */
export function useChain(username: string): { state: ChainState; retry: () => void } {
  const client = useQueryClient()
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<ChainState>(start)
  useEffect(() => {
    let wanted = true
    const show = (next: ChainState) => {
      if (wanted) setState(next)
    }
    show(start)
    check(client, username, show, () => wanted).catch((error: unknown) =>
      show({ phase: 'failed', error: readError(error) }),
    )
    return () => {
      wanted = false
    }
  }, [client, username, attempt])
  return { state, retry: useCallback(() => setAttempt((count) => count + 1), []) }
}

async function check(
  client: QueryClient,
  username: string,
  show: (state: ChainState) => void,
  isWanted: () => boolean,
): Promise<void> {
  const entries: LedgerEntry[] = []
  let head: string | null = null
  let length = 0
  for (let after = 0, more = true; more && isWanted(); after = entries.length) {
    const query = after === 0 ? {} : { after: String(after) }
    const page = await client.fetchQuery(
      q<typeof getSyncLedger>('GET /api/trader/:username/ledger', { params: { username }, query }),
    )
    entries.push(...page.entries)
    ;({ head, length } = page)
    // Syncs arrive while it loads: the end is where the answer says it is.
    more = page.entries.length > 0 && entries.length < length
    show({ phase: 'loading', loaded: entries.length, length })
  }
  if (typeof globalThis.crypto?.subtle === 'undefined') return show({ phase: 'unchecked', entries })
  show({ phase: 'checking', entries, checked: 0 })
  const verdict = await verifyChain(entries, (checked) => show({ phase: 'checking', entries, checked }))
  show({ phase: 'checked', entries, verdict: endedAs(verdict, entries, length, head) })
}

/** The chain must also end where the site says that it does. */
function endedAs(verdict: Verdict, entries: readonly LedgerEntry[], length: number, head: string | null): Verdict {
  if (verdict.kind === 'broken' || length === 0) return verdict
  if (entries.length < length) return { kind: 'broken', n: entries.length + 1, fault: 'order' }
  return entries[length - 1]?.hash === head ? verdict : { kind: 'broken', n: length, fault: 'hash' }
}
