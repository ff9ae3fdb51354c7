import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { getSyncLedger } from '#features/integrity/ledger-contract.ts'
import { q, readError, type ApiError } from '#web/api.ts'
import { verifyChain, type LedgerEntry, type Verdict } from './chain.ts'

export type ChainState =
  | { phase: 'loading'; loaded: number; length: number | null }
  | { phase: 'checking'; entries: readonly LedgerEntry[]; checked: number }
  | { phase: 'checked'; entries: readonly LedgerEntry[]; verdict: Verdict }
  /** All entries are loaded, but this browser computes no digests: the page did not come over https. */
  | { phase: 'unchecked'; entries: readonly LedgerEntry[] }
  | { phase: 'failed'; error: ApiError }

const start: ChainState = { phase: 'loading', loaded: 0, length: null }

/** Loads the whole ledger of a trader's account and computes it again in the browser. */
export function useChain(username: string, account: string | null): { state: ChainState; retry: () => void } {
  const client = useQueryClient()
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<ChainState>(start)
  useEffect(() => {
    let isCurrent = true
    const show = (next: ChainState) => {
      if (isCurrent) setState(next)
    }
    show(start)
    check(client, { username, account }, show, () => isCurrent).catch((error: unknown) =>
      show({ phase: 'failed', error: readError(error) }),
    )
    return () => {
      isCurrent = false
    }
  }, [client, username, account, attempt])
  return { state, retry: useCallback(() => setAttempt((count) => count + 1), []) }
}

/** The trader and account of the ledger. `account` null: the one that the profile shows. */
export interface LedgerName {
  username: string
  account: string | null
}

/** All entries of a ledger as the site sends them, with the end that it states. @throws ApiError */
export async function loadLedger(
  client: QueryClient,
  { username, account }: LedgerName,
  progress: (loaded: number, length: number) => void = () => undefined,
  isCurrent: () => boolean = () => true,
): Promise<{ entries: LedgerEntry[]; head: string | null; length: number }> {
  const entries: LedgerEntry[] = []
  let head: string | null = null
  let length = 0
  for (let after = 0, more = true; more && isCurrent(); after = entries.length) {
    const query = { ...(after > 0 && { after: String(after) }), ...(account !== null && { account }) }
    const page = await client.fetchQuery(
      q<typeof getSyncLedger>('GET /api/trader/:username/ledger', { params: { username }, query }),
    )
    entries.push(...page.entries)
    ;({ head, length } = page)
    // Syncs arrive while it loads: the end is the one that the answer states.
    more = page.entries.length > 0 && entries.length < length
    progress(entries.length, length)
  }
  return { entries, head, length }
}

async function check(
  client: QueryClient,
  name: LedgerName,
  show: (state: ChainState) => void,
  isCurrent: () => boolean,
): Promise<void> {
  const { entries, head, length } = await loadLedger(
    client,
    name,
    (loaded, all) => show({ phase: 'loading', loaded, length: all }),
    isCurrent,
  )
  if (typeof globalThis.crypto?.subtle === 'undefined') return show({ phase: 'unchecked', entries })
  show({ phase: 'checking', entries, checked: 0 })
  const verdict = await verifyChain(entries, (checked) => show({ phase: 'checking', entries, checked }))
  show({ phase: 'checked', entries, verdict: endedAs(verdict, entries, length, head) })
}

/** The chain must also end where the site states. */
function endedAs(verdict: Verdict, entries: readonly LedgerEntry[], length: number, head: string | null): Verdict {
  if (verdict.kind === 'broken' || length === 0) return verdict
  if (entries.length < length) return { kind: 'broken', n: entries.length + 1, reason: 'order' }
  return entries[length - 1]?.hash === head ? verdict : { kind: 'broken', n: length, reason: 'hash' }
}
