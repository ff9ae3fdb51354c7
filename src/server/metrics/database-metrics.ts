import { Counter, Gauge } from 'prom-client'
import type { Kernel } from '../kernel.ts'
import type { Metrics } from './metrics.ts'
import type { PoolState } from '../database/database.ts'

/** Whether the database answers, how fast through the pool, and how busy the pool is. */
export function observeDatabase({ registry, readings }: Metrics, { sql }: Pick<Kernel, 'sql'>): void {
  const registers = [registry]
  const up = new Gauge({ name: 'database_up', help: 'Whether the database answered the last query', registers })
  const seconds = new Gauge({
    name: 'database_answer_seconds',
    help: 'How long the last query through the pool took, the wait for a connection included',
    registers,
  })
  readings.add('database', async () => {
    const startedAt = performance.now()
    try {
      await sql`select 1`
      up.set(1)
    } catch (error) {
      up.set(0)
      throw error
    } finally {
      seconds.set((performance.now() - startedAt) / 1000)
    }
  })
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of the pool by what they do',
    labelNames: ['state'],
    registers,
    collect() {
      const { idle, used, connecting } = sql.state()
      for (const [state, number] of Object.entries({ idle, used, connecting })) this.set({ state }, number)
    },
  })
  const read = (name: string, help: string, value: (state: PoolState) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value(sql.state()))
      },
    })
  const count = (name: string, help: string, value: (state: PoolState) => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(value(sql.state()))
      },
    })
  read('database_pool_waiting_queries', 'Queries for which no connection is free', ({ waiting }) => waiting)
  count('database_pool_waits_total', 'Queries that waited for a connection', ({ waits }) => waits)
  count('database_pool_wait_seconds_total', 'How long they waited, in all', ({ waited }) => waited)
}
