import type { ResponseOf } from '#shared/endpoint.ts'
import type { compareTraders } from '../../compare-contract.ts'

export type Comparison = ResponseOf<typeof compareTraders>
export type ComparedTrader = Comparison['traders'][number]
export type Pair = Comparison['pairs'][number]
