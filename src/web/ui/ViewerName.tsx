import { Suspense } from 'react'
import type { Viewer } from '#shared/viewer.ts'
import { DiamondBadge } from './Badge.tsx'
import { Avatar } from './Guilloche.tsx'
import type { ViewerTools } from './Masthead.tsx'

interface ViewerProps {
  viewer: Viewer
  tools: ViewerTools | undefined
}

/** Who is signed in, in the masthead. */
export function ViewerName({ viewer, tools: Tools }: ViewerProps) {
  return (
    <>
      {Tools !== undefined && (
        <Suspense>
          <Tools viewer={viewer} place="masthead" />
        </Suspense>
      )}
      <span className="flex items-center gap-2">
        <Avatar name={viewer.trader_info.display_name} size={32} />
        <span className="mast-name text-ui font-semibold">{viewer.trader_info.display_name}</span>
      </span>
    </>
  )
}

/** The same in the phone menu. */
export function ViewerCard({ viewer, tools: Tools }: ViewerProps) {
  return (
    <>
      <div className="mt-7 flex items-center gap-3">
        <Avatar name={viewer.trader_info.display_name} size={44} />
        <span className="min-w-0">
          <b className="block">{viewer.trader_info.display_name}</b>
          <span className="block text-ui text-ink-2">@{viewer.username}</span>
        </span>
        {viewer.is_diamond && (
          <span className="ml-auto">
            <DiamondBadge />
          </span>
        )}
      </div>
      {Tools !== undefined && (
        <Suspense>
          <Tools viewer={viewer} place="menu" />
        </Suspense>
      )}
    </>
  )
}
