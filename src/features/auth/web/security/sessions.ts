import type { listSessions } from '#features/auth/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'

export const sessionsKey = 'GET /api/account/sessions'
export type OpenSession = ResponseOf<typeof listSessions>['sessions'][number]
