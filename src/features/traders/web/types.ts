import type { getPerformance } from '#features/performance/contract.ts'
import type { getTrader } from '#features/traders/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'

export type Trader = ResponseOf<typeof getTrader>
export type Performance = ResponseOf<typeof getPerformance>
export type DailyPoint = Performance['daily'][number]
export type Score = NonNullable<Performance['score']>
