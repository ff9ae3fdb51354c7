import type { buyerScene } from './buyer-scene.ts'

/** What is due, for tests of the checks: of one order at a time. */
export function scheduleOf({ np, payments, kernel: { sql, clock } }: Awaited<ReturnType<typeof buyerScene>>) {
  return {
    /** Nothing else is due, and the time is the same, whatever the test before left. */
    alone: async <T>(run: () => Promise<T>): Promise<T> => {
      const start = clock.now()
      np.recover()
      // What was woken before is done: none of it checks what comes to be due now.
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
