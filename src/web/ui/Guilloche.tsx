import { useId } from 'react'
import type { ReactNode } from 'react'
import { initials, rosette } from '#shared/engraving/guilloche.ts'
import type { RosetteShape } from '#shared/engraving/guilloche.ts'

/** Decorative rosette, drawn in the text colour around it. */
export function Rosette({ seed, stroke = 0.6, ...shape }: { seed: string; stroke?: number } & RosetteShape) {
  const id = useId()
  const { size } = shape
  const centre = size / 2
  return (
    <svg
      className="rosette"
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      strokeWidth={stroke}
      aria-hidden="true"
    >
      {rosette(seed, shape).map(({ path, turns }, ring) => (
        <g key={path}>
          <path id={`${id}${ring}`} d={path} />
          {turns.slice(1).map((degrees) => (
            <use key={degrees} href={`#${id}${ring}`} transform={`rotate(${degrees} ${centre} ${centre})`} />
          ))}
        </g>
      ))}
    </svg>
  )
}

/** The rank in the open centre of a rosette; an icon in place of a number for waiting and maintenance. One for a screen, beside its text. */
export function Seal({
  seed,
  rank,
  icon,
  size,
}: {
  seed: string
  rank: number | null
  icon?: ReactNode
  size: 300 | 220 | 116 | 104
}) {
  return (
    <span className={`seal seal-${size}`} aria-hidden="true">
      <Rosette seed={seed} size={size} rings={size > 180 ? 3 : 2} hole={0.48} stroke={size > 180 ? 0.6 : 0.5} />
      <b>
        {rank === null ? (
          icon
        ) : (
          <>
            <small>#</small>
            {rank}
          </>
        )}
      </b>
    </span>
  )
}

/** The person's picture, or rosette and initials where there is none. Decorative: the name stands beside it. */
export function Avatar({ name, size, image }: { name: string; size: 32 | 44 | 64 | 104 | 144; image?: string | null }) {
  if (image) {
    return (
      <span className={`avatar avatar-${size}`}>
        <img src={image} alt="" width={size} height={size} />
      </span>
    )
  }
  // The smallest keep a rim alone: a ring beside the letters reads as one more of them.
  const engraving =
    size > 60
      ? { rings: 2, hole: 0.5, stroke: 0.6 }
      : size > 32
        ? { rings: 2, hole: 0.62, stroke: 0.4 }
        : { rings: 1, hole: 0.82, stroke: 0.4 }
  return (
    <span className={`avatar avatar-${size}`} aria-hidden="true">
      <Rosette seed={name} size={size} {...engraving} />
      <b>{initials(name)}</b>
    </span>
  )
}
