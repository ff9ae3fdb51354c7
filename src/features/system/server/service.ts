export { observeBackups } from './backup/metrics.ts'
export { createBackups, type Backups } from './backup/service.ts'
export { observeSystem } from './metrics.ts'
export { watchRequests } from './monitor/service.ts'
