import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from 'lucide-react'
import type { Monitor } from '../monitor.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { partsOf, type Tone } from './health.ts'

const icons: Record<Tone, typeof CircleCheck> = {
  ok: CircleCheck,
  warn: TriangleAlert,
  danger: CircleX,
  neutral: CircleDashed,
}

/** The state of each part, with icon and text. Changes are announced. */
export function HealthList({ health }: { health: Monitor['health'] }) {
  const parts = partsOf(health)
  const amiss = parts.filter(({ tone }) => tone === 'danger' || tone === 'warn')
  return (
    <>
      <ul className="sys-health">
        {parts.map(({ name, tone, word, text }) => {
          const Icon = icons[tone]
          return (
            <li key={name}>
              <span className="sys-part">{name}</span>
              <Badge tone={tone} icon={<Icon size={12} strokeWidth={2} aria-hidden />}>
                {word}
              </Badge>
              <p>{text}</p>
            </li>
          )
        })}
      </ul>
      <output className="sr-only">
        {amiss.length === 0
          ? 'Tutto funziona.'
          : `Da guardare: ${amiss.map(({ name, word }) => `${name}: ${word}`).join('; ')}.`}
      </output>
    </>
  )
}
