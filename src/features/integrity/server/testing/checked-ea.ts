import type { FastifyInstance } from 'fastify'
import { registerEa } from '#features/ea/server/routes.ts'
import type { Kernel } from '#server/kernel.ts'
import { createSyncChecks } from '../checks/sync-checks.ts'

/** The advisor's routes with the checks that the product hands in. */
export function registerCheckedEa(app: FastifyInstance, kernel: Kernel): void {
  registerEa(app, kernel, createSyncChecks(kernel))
}
