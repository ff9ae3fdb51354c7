import { setTimeout as sleep } from 'node:timers/promises'
import { biosOf } from './bios.ts'
import type { Role } from './cast.ts'
import { avatarPicture } from './pictures.ts'
import type { Buyer } from './purchases.ts'
import { emailOf, type Site } from './site.ts'

/** Links are for the first three of the ranking, which follows the syncs by a moment. */
const linkedPlaces = 3
const mostTries = 40
const pauseMs = 500

const slugOf = ({ person }: Role): string => person.username.replaceAll(/[^a-z0-9]+/g, '-')

/** Writes what traders tell of themselves: text, picture and, of some excellent ones, the page of an outside service. */
export function createProfiles(site: Site, roles: readonly Role[]) {
  const bios = biosOf(roles)
  return async ({ role, userToken }: Buyer): Promise<void> => {
    const bio = bios.get(role)
    if (bio !== undefined) await site.call('PUT', '/api/account/profile', userToken, { bio })
    const { username } = role.person
    if (hasPicture(role, roles.indexOf(role))) {
      const file = { name: 'ritratto.png', type: 'image/png', bytes: await avatarPicture(username) }
      await site.upload('/api/account/avatar', userToken, file)
    }
    if (role.proof === 'ownership' && roles.indexOf(role) % 2 === 0) {
      const myfxbook_url = `https://www.myfxbook.com/members/${username}/toptrader/${role.login}`
      await site.call('PUT', '/api/trader/myfxbook', userToken, { myfxbook_url })
    }
  }
}

const hasPicture = ({ kind, plan }: Role, index: number): boolean =>
  kind === 'excellent' || plan === 'diamond' || index % 4 === 1

/** The first three set their links, as the ranking stands now. */
export async function linkTheFirst(site: Site, roles: readonly Role[]): Promise<void> {
  const linked = new Set<string>()
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { leaderboard } = await site.call<{ leaderboard: { username: string; trader_id: string; rank: number }[] }>(
      'GET',
      `/api/fresh/leaderboard?limit=${linkedPlaces}&t=${tries}`,
      null,
    )
    const missing = leaderboard.filter(({ username }) => !linked.has(username))
    if (missing.length === 0) return
    for (const { username, trader_id } of missing) {
      const role = roles.find(({ person }) => person.username === username)
      if (role === undefined) continue
      const token = await site.session(emailOf(role))
      const isSet = await site.call('POST', '/api/trader/links', token, { trader_id, links: linksOf(role) }).then(
        () => true,
        // The place was lost meanwhile: the next list says whose it is.
        () => false,
      )
      if (isSet) linked.add(username)
    }
    await sleep(pauseMs)
  }
}

function linksOf(role: Role): Record<string, string> {
  const handle = `demo_${role.person.username.replaceAll(/\W/g, '_')}`
  return {
    copy_trading: `https://${slugOf(role)}.example.com/copia`,
    telegram: `https://t.me/${handle}`,
    website: `https://${slugOf(role)}.example.com/`,
  }
}
