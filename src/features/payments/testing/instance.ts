import type { FastifyInstance } from 'fastify'
import { registerSubscriptions } from '#features/subscriptions/server/routes.ts'
import { answerUnknown, watchRoutes } from '#server/http/answers.ts'
import { createChanges } from '#server/changes.ts'
import { connectDatabase, type DatabaseAddress } from '#server/database/database.ts'
import { buildFrame } from '#server/http/frame.ts'
import type { Kernel } from '#server/kernel.ts'
import { createOutbox } from '#server/outbox/outbox-delivery.ts'
import type { PaymentProvider } from '../provider.ts'
import { registerPaymentAdminRoutes } from '../server/admin/routes.ts'
import { registerNotificationRoute } from '../server/notifications/inbox.ts'
import { registerPaymentRoutes } from '../server/routes.ts'
import { createPayments, type Payments } from '../server/service.ts'

/** One server of several over the same database: its own connections, its own payments service, no port. */
export interface Instance {
  kernel: Kernel
  app: FastifyInstance
  payments: Payments
  /** Ends as in a crash: the database drops its connections in the middle of their work, and the server does nothing more. */
  crash: () => Promise<void>
  close: () => Promise<void>
}

export async function startInstance(
  base: Pick<Kernel, 'config' | 'clock' | 'log' | 'secrets'>,
  address: DatabaseAddress,
  { providerFor, name }: { providerFor: (kernel: Kernel) => PaymentProvider; name: string },
): Promise<Instance> {
  const { sql, close: closeDatabase } = connectDatabase(address, { max: 8, name })
  const changes = await createChanges(sql, base.log, 20)
  const { config, clock, log, secrets } = base
  const outbox = createOutbox({ config, clock, log, secrets, sql })
  const kernel: Kernel = { config, clock, log, secrets, sql, address, ownerAddress: address, changes, outbox }
  const payments = createPayments(kernel, providerFor(kernel))
  const app = await buildFrame(kernel, { development: false })
  const routes = watchRoutes(app)
  app.setNotFoundHandler((request, reply) => answerUnknown(routes, request, reply))
  registerSubscriptions(app, kernel)
  registerNotificationRoute(app, kernel, payments)
  registerPaymentRoutes(app, kernel, payments)
  registerPaymentAdminRoutes(app, kernel, payments)
  await app.ready()
  return {
    kernel,
    app,
    payments,
    async crash() {
      const { sql: other, close } = connectDatabase(address, { max: 1, name: 'the end of it' })
      await other`
        select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = ${name}`
      // Waits half a second: the driver leaves the first query of a connection that is just being opened without a catcher.
      await Promise.all([sql.end({ timeout: 0.5 }), close()])
      await Promise.allSettled([payments.close(), outbox.close(), changes.close(), app.close()])
    },
    async close() {
      await payments.close()
      await app.close()
      await outbox.close()
      await changes.close()
      await closeDatabase()
    },
  }
}
