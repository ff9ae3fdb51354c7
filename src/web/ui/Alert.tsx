import { CircleAlert, CircleCheck, Info, TriangleAlert } from './icons.tsx'
import type { ReactNode } from 'react'

export type AlertTone = 'ok' | 'warn' | 'danger' | 'info'

const icons = { ok: CircleCheck, warn: TriangleAlert, danger: CircleAlert, info: Info }

interface AlertProps {
  tone: AlertTone
  /** Bold lead: says what happened. */
  lead: string
  children?: ReactNode
  /** In place of the tone's own icon (20 px, stroke 1.75). */
  icon?: ReactNode
  /** One action at the right. */
  action?: ReactNode
  /** Announced when it appears: for the outcome of the person's own action. */
  live?: boolean
}

export function Alert({ tone, lead, children, icon, action, live = false }: AlertProps) {
  const Icon = icons[tone]
  return (
    <div className={`alert alert-${tone}`} role={live ? (tone === 'danger' ? 'alert' : 'status') : undefined}>
      {icon ?? <Icon size={20} />}
      <div>
        <b>{lead}</b> <span className="text-ink-2">{children}</span>
      </div>
      {action}
    </div>
  )
}
