import { Gem } from './later-icons.tsx'
import type { ReactNode } from 'react'

export type BadgeTone =
  | 'neutral'
  | 'line'
  | 'demo'
  | 'diamond'
  | 'verified'
  | 'ok'
  | 'warn'
  | 'danger'
  | 'info'
  | 'brass'

/** Icon (12–13 px at stroke 2) and word. */
export function Badge({ tone, icon, children }: { tone: BadgeTone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={`badge badge-${tone}`}>
      {icon}
      {children}
    </span>
  )
}

export function DiamondBadge() {
  return (
    <Badge tone="diamond" icon={<Gem size={12} strokeWidth={2} />}>
      Diamond
    </Badge>
  )
}

/** `MT5 Real` with a solid border; a demo account dashed; unknown until its history is complete. */
export function SourceBadge({
  platform,
  isReal,
  isVerified,
}: {
  platform: string | null
  isReal: boolean
  isVerified: boolean
}) {
  if (!isVerified || platform === null) return <Badge tone="demo">In importazione</Badge>
  return isReal ? <Badge tone="line">{platform} Real</Badge> : <Badge tone="demo">{platform} Demo</Badge>
}

export type ConnectionStatus = 'connected' | 'warning' | 'disconnected'

const connectionWords: Record<ConnectionStatus, string> = {
  connected: 'Connesso',
  warning: 'In ritardo',
  disconnected: 'Disconnesso',
}

const connectionMarks = { connected: 'disc', warning: 'half', disconnected: 'barred' } as const

/** Full disc, half disc or barred ring, always with its word. */
export function Connection({ status }: { status: ConnectionStatus }) {
  return (
    <span className={`connection connection-${status}`}>
      <StatusMark mark={connectionMarks[status]} />
      {connectionWords[status]}
    </span>
  )
}

/** A sign of a state that colour alone does not carry. */
export function StatusMark({ mark }: { mark: 'disc' | 'half' | 'ring' | 'barred' }) {
  return (
    <svg
      width="10"
      height="10"
      viewBox="0 0 10 10"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      aria-hidden="true"
    >
      {mark === 'disc' ? (
        <circle cx="5" cy="5" r="4.2" fill="currentColor" stroke="none" />
      ) : (
        <circle cx="5" cy="5" r="3.7" />
      )}
      {mark === 'half' && <path d="M5 1.3a3.7 3.7 0 0 1 0 7.4z" fill="currentColor" stroke="none" />}
      {mark === 'barred' && <path d="m2.6 7.4 4.8-4.8" />}
    </svg>
  )
}
