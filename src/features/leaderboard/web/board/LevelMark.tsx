import { BadgeCheck, RefreshCw, ShieldCheck } from '#web/ui/icons.tsx'
import type { Level } from '#shared/levels.ts'

/** Data that were only synced have no mark: their origin is not checked. */
const icons = { L1: RefreshCw, L2: BadgeCheck, L3: ShieldCheck }

/** Levels that have a mark. */
export const ranked = ['L1', 'L2', 'L3'] as const satisfies readonly Level[]

/** The verification level beside a name. The shape shows it, and a text says it at least to screen readers. */
export function LevelMark({ level }: { level: Level }) {
  if (level === 'L0') return null
  const Icon = icons[level]
  return (
    <span className="level-mark">
      <Icon size={17} strokeWidth={2} />
    </span>
  )
}
