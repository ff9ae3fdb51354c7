import { band, bandBox, bandGround } from '#shared/engraving/band.ts'
import type { BandGround } from '#shared/engraving/band.ts'
import { useHydrated } from '#web/hooks/useHydrated.ts'

interface BandProps {
  /** The username: one name, one drawing. */
  seed: string
  ground?: BandGround
  /** True for the many lines of a page's head. */
  fine?: boolean
  /** The lines come with the script, so that a document with many bands stays small. */
  isDeferred?: boolean
}

/** The engraved band of a showcase without a cover; it fills the box around it. Decorative. */
export function Band({ seed, ground = bandGround(seed), fine = false, isDeferred = false }: BandProps) {
  const isHydrated = useHydrated()
  const path =
    isDeferred && !isHydrated ? null : band(seed, fine ? { curves: 18, pieces: 120 } : { curves: 13, pieces: 64 })
  return (
    <span className={`band band-${ground}`} aria-hidden="true">
      {path !== null && (
        <svg viewBox={`0 0 ${bandBox.width} ${bandBox.height}`} preserveAspectRatio="none">
          <path d={path} />
        </svg>
      )}
    </span>
  )
}
