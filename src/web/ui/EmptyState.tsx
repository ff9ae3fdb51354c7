import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  text: string
  action?: ReactNode
  /** `h1` where the notice is the whole view. */
  heading?: 'h1' | 'h2'
}

/** Small rosette, title, one sentence, one action. */
export function EmptyState({ title, text, action, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="empty">
      <span className="empty-rosette" aria-hidden="true" />
      <Heading>{title}</Heading>
      <p>{text}</p>
      {action !== undefined && <div className="mt-4">{action}</div>}
    </div>
  )
}
