import { useQuery } from '@tanstack/react-query'
import type { getApiMonitor } from '#features/system/monitor-contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
import { q } from '#web/api.ts'

export type Monitor = ResponseOf<typeof getApiMonitor>

/** @param everyMs false: it is not read again */
export function useMonitor(everyMs: number | false) {
  return useQuery({ ...q<typeof getApiMonitor>('GET /api/admin/system/api-monitor', {}), refetchInterval: everyMs })
}

/** `1,3 ms`, `1.204 ms` */
export const timeText = (milliseconds: number | null) =>
  milliseconds === null ? format.MISSING : `${format.decimal(milliseconds, milliseconds < 100 ? 1 : 0)}\u00a0ms`
