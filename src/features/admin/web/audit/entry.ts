import type { listAudit } from '#features/admin/audit-contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'

export type AuditEntry = ResponseOf<typeof listAudit>['entries'][number]
