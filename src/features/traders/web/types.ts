import type { getTrader } from '#features/traders/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getPerformance } from '../performance-contract.ts'

export type Trader = ResponseOf<typeof getTrader>
export type Performance = ResponseOf<typeof getPerformance>
export type DailyPoint = Performance['daily'][number]
export type Score = NonNullable<Performance['score']>
