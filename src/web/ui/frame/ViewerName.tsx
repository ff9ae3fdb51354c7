import type { ComponentType } from 'react'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import type { Viewer } from '#shared/viewer.ts'
import { useUrl } from '../../router.ts'
import { DiamondBadge } from '../Badge.tsx'
import { Avatar } from '../Guilloche.tsx'

/** The tools of admins beside their name, in the masthead and in the phone menu. */
export type ViewerTools = ComponentType<{ place: 'masthead' | 'menu' }>

interface ViewerProps {
  viewer: Viewer
  tools: ViewerTools | undefined
}

/** Who is signed in, in the masthead. */
export function ViewerName({ viewer, tools: Tools }: ViewerProps) {
  return (
    <>
      {Tools !== undefined && viewer.is_admin && (
        <Suspense>
          <Tools place="masthead" />
        </Suspense>
      )}
      <AccountLink>
        <Avatar name={viewer.trader_info.display_name} size={32} image={viewer.trader_info.avatar?.small ?? null} />
        <span className="mast-name text-ui font-semibold">{viewer.trader_info.display_name}</span>
      </AccountLink>
    </>
  )
}

/** To the person's own account page. */
function AccountLink({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  const isHere = useUrl().search.get('view') === 'account'
  return (
    <a
      href="/?view=account"
      className={`viewer-link ${wide ? 'mt-7 gap-3' : 'gap-2'}`}
      aria-current={isHere ? 'page' : undefined}
    >
      <span className="sr-only">Il tuo account: </span>
      {children}
    </a>
  )
}

/** The same in the phone menu. */
export function ViewerCard({ viewer, tools: Tools }: ViewerProps) {
  return (
    <>
      <AccountLink wide>
        <Avatar name={viewer.trader_info.display_name} size={44} image={viewer.trader_info.avatar?.small ?? null} />
        <span className="min-w-0">
          <b className="block">{viewer.trader_info.display_name}</b>
          <span className="block text-ui text-ink-2">@{viewer.username}</span>
        </span>
        {viewer.is_diamond && (
          <span className="ml-auto">
            <DiamondBadge />
          </span>
        )}
      </AccountLink>
      {Tools !== undefined && viewer.is_admin && (
        <Suspense>
          <Tools place="menu" />
        </Suspense>
      )}
    </>
  )
}
