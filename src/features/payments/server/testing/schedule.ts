import type { buyerScene } from './buyer-scene.ts'

/** Controls which orders are due, for tests of the checks. */
export function scheduleOf({ np, payments, kernel: { sql, clock } }: Awaited<ReturnType<typeof buyerScene>>) {
  return {
    /** Runs a test in which nothing else is due, and gives the clock its time back afterwards. */
    alone: async <T>(run: () => Promise<T>): Promise<T> => {
      const start = clock.now()
      np.recover()
      // Ends the work of the test before, so that it checks nothing that becomes due now.
      await payments.settle()
      await sql`update payment_order set next_check_at = null`
      try {
        return await run()
      } finally {
        np.recover()
        clock.set(start)
      }
    },
    dueNow: (orderId: string) =>
      sql`update payment_order set next_check_at = ${new Date(clock.now()).toISOString()} where order_id = ${orderId}`,
  }
}
