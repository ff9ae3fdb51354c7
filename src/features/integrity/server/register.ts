import type { FastifyInstance } from 'fastify'
import type { Evaluator } from './accounts/closing-figures.ts'
import type { Kernel } from '#server/kernel.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { registerClosingRoute } from './accounts/closing.ts'
import { observeIntegrity } from './metrics.ts'
import { registerLedgerRoute } from './ledger/public-ledger.ts'
import { registerReleaseRoutes } from './accounts/release.ts'
import { registerIntegrityRoutes } from './routes.ts'

export function registerIntegrity(app: FastifyInstance, kernel: Kernel, metrics: Metrics, evaluator: Evaluator): void {
  observeIntegrity(metrics, kernel)
  registerIntegrityRoutes(app, kernel)
  registerClosingRoute(app, kernel, evaluator)
  registerReleaseRoutes(app, kernel, evaluator)
  registerLedgerRoute(app, kernel)
}
