import type { getSyncLedger } from '#features/integrity/ledger-contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'

export type LedgerEntry = ResponseOf<typeof getSyncLedger>['entries'][number]

/** The predecessor of the first entry. */
export const beginning = '0'.repeat(64)

/**
 * - `whole`: every fingerprint was computed again and equals the site's.
 * - `broken`: entry `n` does not follow from the one before it.
 */
export type Verdict = { kind: 'whole'; head: string } | { kind: 'broken'; n: number; reason: BreakReason }

/** `order`: a number is missing or appears twice. `figures`: the digest does not match. `hash`: the entry does not follow. */
export type BreakReason = 'order' | 'figures' | 'hash'

export type Digest = (text: string) => Promise<string>

/** SHA-256 of a text's UTF-8, in 64 hex digits. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The text that entry n's hash is made of (`docs/integrity.md`, ledger). */
export function hashedText(previous: string, entry: LedgerEntry): string {
  return [previous, entry.n, entry.at, entry.records, entry.records_digest, entry.figures_digest].join('\n')
}

/** Recomputes a chain from its first entry, and reports its progress every hundred entries. */
export async function verifyChain(
  entries: readonly LedgerEntry[],
  progress: (checked: number) => void = () => undefined,
  digest: Digest = sha256,
): Promise<Verdict> {
  let previous = beginning
  for (const [index, entry] of entries.entries()) {
    const broken = (reason: BreakReason): Verdict => ({ kind: 'broken', n: entry.n, reason })
    if (entry.n !== index + 1) return broken('order')
    if (entry.figures !== null && (await digest(entry.figures)) !== entry.figures_digest) return broken('figures')
    if ((await digest(hashedText(previous, entry))) !== entry.hash) return broken('hash')
    previous = entry.hash
    if (entry.n % 100 === 0) {
      progress(entry.n)
      // The page draws and answers clicks in between.
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  progress(entries.length)
  return { kind: 'whole', head: previous }
}

/** The shortest start of a fingerprint that is worth a search: fewer digits match by chance. */
const shortestFingerprint = 8

/** A noted fingerprint, in lower-case hex without spaces; null when it is none. */
export function readFingerprint(text: string): string | null {
  const digits = text.replaceAll(/[\s.…·:-]+/g, '').toLowerCase()
  return new RegExp(`^[0-9a-f]{${shortestFingerprint},64}$`).test(digits) ? digits : null
}

/** The entry whose fingerprint begins with the given digits. */
export function findFingerprint(entries: readonly LedgerEntry[], fingerprint: string): LedgerEntry | undefined {
  return entries.find(({ hash }) => hash.startsWith(fingerprint))
}
