import { BadgeCheck, CircleCheck, ShieldCheck } from '#web/ui/icons.tsx'
import { levelWords } from '#web/ui/Badge.tsx'
import type { Level } from '#web/ui/Badge.tsx'

const icons = { L1: CircleCheck, L2: BadgeCheck, L3: ShieldCheck }

/** Levels that have a mark. */
export const ranked = ['L1', 'L2', 'L3'] as const satisfies readonly Level[]

/** The verification level beside a name: its shape tells it, and its words for those who listen. */
export function LevelMark({ level, decorative = false }: { level: Level; decorative?: boolean }) {
  if (level === 'L0') return null
  const Icon = icons[level]
  return (
    <span className="level-mark">
      <Icon size={17} strokeWidth={2} />
      {!decorative && <span className="sr-only">{levelWords[level]}</span>}
    </span>
  )
}
