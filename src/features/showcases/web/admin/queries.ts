import { useInvalidate } from '#web/hooks/useInvalidate.ts'

/** Reads again what a decision may have changed; the dashboard's answer counts what waits. */
export const useRefresh = () => useInvalidate(['GET /api/admin/showcases', 'GET /api/dashboard'])
