import type { Showcase } from '#features/showcases/contract.ts'

/** How the trader is called on the page: a draft may not say it yet. */
export function nameOf({ profile, trader_name }: Pick<Showcase, 'profile' | 'trader_name'>): string {
  return profile.display_name || trader_name
}
