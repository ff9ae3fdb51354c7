/**
 * Who may make a call. Declared in every endpoint, enforced in `server/http.ts` alone.
 * - `public`: anybody, and nobody is recognised: the answer is the same for all
 * - `optional`: anybody; who is signed in is recognised, and may be answered more
 * - `user`: a signed-in user
 * - `{ own }`: a signed-in user whose trader_id equals the named field, or an admin
 * - `admin`: an admin
 * - `ea`: an advisor's token, checked by the sync intake itself
 */
export type Access = 'public' | 'optional' | 'user' | 'admin' | 'ea' | { own: `params.${string}` | `body.${string}` }
