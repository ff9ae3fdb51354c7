import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import type { Kernel } from '../kernel.ts'

/** The requester. Roles are read from the database each time; a change ends the session (trigger `trader_role_sessions`). */
export interface Session {
  session_id: string
  trader_id: string
  username: string
  /** May use admin calls now. */
  is_admin: boolean
  /** True while an admin has no second factor: until it is set up, no admin call is allowed. */
  is_limited: boolean
  /** The end of an admin's first session, which was opened without a second factor. Null for all others, which end when they are idle. */
  ends_at: string | null
}

/** Idle time after which a session is dead: users 30 days, admins 12 hours after the last use. */
export const sessionIdleMs = { user: 30 * DAY_MS, admin: 12 * HOUR_MS }
/** Idle time after which this session is dead. */
export const idleMsOf = ({ is_admin, is_limited }: Pick<Session, 'is_admin' | 'is_limited'>): number =>
  is_admin || is_limited ? sessionIdleMs.admin : sessionIdleMs.user

/** The shortest time between two writes of the last use: most reads cost no write. */
const touchEveryMs = MINUTE_MS

/** The token of an `Authorization: Bearer …` header, or null. */
export function bearerToken(header: string | undefined): string | null {
  const match = /^Bearer +([\w-]{20,200})$/i.exec(header ?? '')
  return match?.[1] ?? null
}

/** The live session of a token, or null where it is unknown, expired, revoked or its user deactivated. */
export async function readSession({ sql, clock, secrets }: Kernel, token: string): Promise<Session | null> {
  const hash = secrets.hashToken(token)
  const rows = await sql<(Session & { last_used_at: string })[]>`
    select session.session_id, trader.trader_id, trader.username, trader.is_admin and not session.is_limited as is_admin,
           trader.is_admin and session.is_limited as is_limited, session.ends_at, session.last_used_at
      from session join trader using (trader_id)
     where session.token_hash = ${hash} and trader.deactivated_at is null`
  const row = rows[0]
  if (row === undefined) return null
  const now = clock.now()
  const { last_used_at: lastUsedAt, ...session } = row
  const idle = now - Date.parse(lastUsedAt)
  if (idle > idleMsOf(session)) return null
  if (session.ends_at !== null && now >= Date.parse(session.ends_at)) return null
  if (idle > touchEveryMs) {
    await sql`update session set last_used_at = ${new Date(now).toISOString()} where session_id = ${session.session_id}`
  }
  return session
}
