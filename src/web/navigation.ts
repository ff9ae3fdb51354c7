import { useToken, useViewer } from './session.ts'
import type { Match, View } from './view.ts'

export interface NavEntry {
  label: string
  href: string
  current: 'page' | 'true' | undefined
}

/** Address of a view without parameters. */
export function hrefOf(view: View): string {
  return view.name === 'leaderboard' ? '/' : `/?view=${view.name}`
}

/** The viewer's navigation, in the order of the views. */
export function useEntries(views: readonly View[], match: Match | null): NavEntry[] {
  const signedIn = useToken() !== null
  const viewer = useViewer()
  return views.flatMap((view) => {
    const { nav, access, navFor = () => access === 'public' || signedIn } = view
    return nav !== undefined && navFor({ signedIn, viewer })
      ? [{ label: nav, href: hrefOf(view), current: currentOf(view, match) }]
      : []
  })
}

/** `page` for the entry of the page itself, `true` for one above it. */
function currentOf({ name }: View, match: Match | null): NavEntry['current'] {
  if (match?.view.name === name) return 'page'
  return match?.view.under === name ? 'true' : undefined
}
