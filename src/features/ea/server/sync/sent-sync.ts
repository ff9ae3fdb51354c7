import type { SyncAnswer, SyncRefusalCode, SyncRequest } from '../../sync-contract.ts'

/** Syncs of a group that are handled in one turn of the event loop: some 5 ms of it. */
export const syncsInSlice = 32

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
  /** Replaces the catalogue's sentence. */
  message?: string
  /** Seconds; replaces the catalogue's. */
  wait?: number
}
export type SyncResult = { answer: SyncAnswer } | { refusal: SyncRefusal }
