import type { ReactNode } from 'react'
import { StatusMark } from '#web/ui/Badge.tsx'
import { Panel } from '#web/ui/Panel.tsx'

interface MyfxbookCardProps {
  /** The linked page; null without one. */
  url: string | null
  children: ReactNode
}

/** The frame of the external verification, which tells whether a page is linked. */
export function MyfxbookCard({ url, children }: MyfxbookCardProps) {
  return (
    <Panel title="MyFxBook" end={<LinkState isLinked={url !== null} />}>
      {children}
    </Panel>
  )
}

/** A full disc or a barred ring, and the text. */
function LinkState({ isLinked }: { isLinked: boolean }) {
  return (
    <span className={`connection connection-${isLinked ? 'connected' : 'disconnected'}`}>
      <StatusMark mark={isLinked ? 'disc' : 'barred'} />
      {isLinked ? 'Collegato' : 'Non collegato'}
    </span>
  )
}
