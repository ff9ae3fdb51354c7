import { useInvalidate } from '#web/hooks/useInvalidate.ts'

/** Reads again what an action on a user or a subscription may have changed. */
export const useRefresh = () => useInvalidate(['GET /api/admin/users', 'GET /api/admin/payments'])
