import type { ResponseOf } from '#shared/endpoint.ts'
import type { getMaintenance } from './contract.ts'

/** The part of the dashboard's answer that tells an admin whether the site is closed. */
export interface SiteCloser {
  admin: { maintenance: ResponseOf<typeof getMaintenance> } | null
}
