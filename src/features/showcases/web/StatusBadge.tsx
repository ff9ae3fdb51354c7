import { CircleCheck, CircleDot, CircleX, Hourglass, MessageSquareWarning, Pencil } from 'lucide-react'
import type { ShowcaseStatus } from '#features/showcases/rules/moves.ts'
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx'
import { statusLabels } from '../labels.ts'

const looks: Record<ShowcaseStatus, { tone: BadgeTone; Icon: typeof Pencil }> = {
  draft: { tone: 'neutral', Icon: Pencil },
  pending_review: { tone: 'info', Icon: Hourglass },
  published: { tone: 'ok', Icon: CircleCheck },
  published_with_pending: { tone: 'ok', Icon: CircleDot },
  changes_requested: { tone: 'warn', Icon: MessageSquareWarning },
  rejected: { tone: 'danger', Icon: CircleX },
}

/** The status of a showcase. */
export function StatusBadge({ status }: { status: ShowcaseStatus }) {
  const { tone, Icon } = looks[status]
  return (
    <Badge tone={tone} icon={<Icon size={12} strokeWidth={2} aria-hidden />}>
      {statusLabels[status]}
    </Badge>
  )
}
