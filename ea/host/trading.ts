import type { Money, Side } from './book.ts'

export interface CloseOptions extends Money {
  /** A smaller volume closes a part. */
  lots?: number
  price?: number
  at?: number
  comment?: string
}

export interface OpenOptions extends Money {
  price?: number
  sl?: number
  tp?: number
  magic?: string
  comment?: string
  at?: number
}

/** How a platform books trades. Ids are position ids on MT5, tickets on MT4. */
export interface Trading {
  open: (symbol: string, side: Side, lots: number, options?: OpenOptions) => string
  close: (id: string, options?: CloseOptions) => string
  closeBy: (id: string, other: string) => string
  /** Netting: reverses by so many lots. */
  reverse: (symbol: string, lots: number) => string
}
