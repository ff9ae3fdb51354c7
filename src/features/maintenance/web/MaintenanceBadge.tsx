import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Wrench } from 'lucide-react'
import { Badge } from '#web/ui/Badge.tsx'
import { statusQuery } from './status.ts'

/** Whether the site is open: in the head of the panel, announced when an admin changes it. Renders nothing while it is unknown. */
export function MaintenanceBadge() {
  const { data } = useQuery(statusQuery())
  return (
    <output>
      {data !== undefined &&
        (data.enabled ? (
          <Badge tone="warn" icon={<Wrench size={12} strokeWidth={2} aria-hidden />}>
            In manutenzione
          </Badge>
        ) : (
          <Badge tone="ok" icon={<CircleCheck size={12} strokeWidth={2} aria-hidden />}>
            Sito attivo
          </Badge>
        ))}
    </output>
  )
}
