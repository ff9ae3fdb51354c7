import type { FastifyInstance } from 'fastify'
import type { Kernel } from '#server/kernel.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { observeBackups } from './backup/metrics.ts'
import { registerBackupRoutes } from './backup/routes.ts'
import type { Backups } from './backup/service.ts'
import { observeSystem } from './metrics.ts'
import { watchRequests } from './monitor/service.ts'
import { registerSystemRoutes, type SystemParts } from './routes.ts'

/** Call it before the routes that the monitor should count. */
export function registerSystem(
  app: FastifyInstance,
  kernel: Kernel,
  metrics: Metrics,
  { backups, ...parts }: Omit<SystemParts, 'window'> & { backups: Backups },
): void {
  const window = watchRequests(app, kernel)
  observeBackups(metrics, kernel)
  observeSystem(metrics, kernel)
  registerBackupRoutes(app, kernel, backups)
  registerSystemRoutes(app, kernel, { window, ...parts })
}
