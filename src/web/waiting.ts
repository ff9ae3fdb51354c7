import { MINUTE_MS } from '#shared/dates.ts'
import { live } from './query.ts'
import { viewerQuery } from './session.ts'

/** The counts of an admin, from the answer about who is signed in: the pages of admins ask for no counts of their own. */
export const waitingQuery = <V extends object>() => live({ ...viewerQuery<V>(), staleTime: MINUTE_MS / 2 })
