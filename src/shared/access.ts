/**
 * The callers that a call admits. Declared in every endpoint, enforced in `server/http/http.ts` alone.
 * - `public`: anybody, without a session: the answer is the same for all
 * - `optional`: anybody; a signed-in user may be answered more
 * - `user`: a signed-in user
 * - `{ own }`: a signed-in user whose trader_id equals the named field, or an admin
 * - `admin`: an admin
 * - `ea`: an advisor's token, checked by the sync intake itself
 */
export type Access = 'public' | 'optional' | 'user' | 'admin' | 'ea' | { own: `params.${string}` | `body.${string}` }
