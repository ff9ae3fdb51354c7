import type { SyncAnswer, SyncRefusalCode, SyncRequest } from '../../sync-contract.ts'

/** One validated request, waiting for its answer. */
export interface SentSync {
  /** Hexadecimal SHA-256 of the token. */
  tokenHash: string
  request: SyncRequest
  /** Keyed hash of the sender's network, in hexadecimal. */
  network?: string | null
}

export interface SyncRefusal {
  code: SyncRefusalCode
  /** In place of the catalogue's sentence. */
  message?: string
  /** Seconds, in place of the catalogue's. */
  wait?: number
}
export type SyncResult = { answer: SyncAnswer } | { refusal: SyncRefusal }
