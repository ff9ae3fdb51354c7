import { levelLabels } from '#shared/levels.ts'
import type { Level } from '#shared/levels.ts'
import { Badge } from './Badge.tsx'
import { BadgeCheck, CircleAlert } from './icons.tsx'

export function LevelBadge({ level }: { level: Level }) {
  if (level === 'L0') {
    return (
      <Badge tone="neutral" icon={<CircleAlert size={13} strokeWidth={2} />}>
        {levelLabels[level]}
      </Badge>
    )
  }
  return (
    <Badge tone="verified" icon={<BadgeCheck size={13} strokeWidth={2} />}>
      {levelLabels[level]}
    </Badge>
  )
}
