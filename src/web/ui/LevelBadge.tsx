import { levelLabels } from '#shared/levels.ts'
import type { Level } from '#shared/levels.ts'
import { RefreshCw } from 'lucide-react'
import { Badge } from './Badge.tsx'
import { CircleAlert } from './icons.tsx'
import { BadgeCheck } from './later-icons.tsx'

/** Data that were only synced carry no check: nobody has checked whose they are. */
const marks = {
  L0: { tone: 'neutral', Icon: CircleAlert },
  L1: { tone: 'line', Icon: RefreshCw },
  L2: { tone: 'verified', Icon: BadgeCheck },
  L3: { tone: 'verified', Icon: BadgeCheck },
} as const

export function LevelBadge({ level }: { level: Level }) {
  const { tone, Icon } = marks[level]
  return (
    <Badge tone={tone} icon={<Icon size={13} strokeWidth={2} aria-hidden />}>
      {levelLabels[level]}
    </Badge>
  )
}
