import type { Showcase } from '#features/showcases/contract.ts'

/** The trader's name on the page. A draft without one has the account's. */
export function nameOf({ profile, trader_name }: Pick<Showcase, 'profile' | 'trader_name'>): string {
  return profile.display_name || trader_name
}
