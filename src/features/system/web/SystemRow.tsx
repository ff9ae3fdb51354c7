import type { ReactNode } from 'react'
import { ButtonLink } from '#web/ui/Button.tsx'

interface SystemRowProps {
  icon: ReactNode
  title: string
  /** Its status. */
  children: ReactNode
  /** One button or link. */
  action: ReactNode
  /** Below the row, over its whole width. */
  error?: ReactNode
  /** Read aloud when it changes. */
  announcement?: string
}

/** One line of the list "Sistema". */
export function SystemRow({ icon, title, children, action, error, announcement = '' }: SystemRowProps) {
  return (
    <li className="sys-row">
      {icon}
      <div>
        <h4>{title}</h4>
        <p>{children}</p>
      </div>
      {action}
      <output className="sr-only">{announcement}</output>
      {Boolean(error) && <div className="sys-error">{error}</div>}
    </li>
  )
}

type PageRowProps = Pick<SystemRowProps, 'icon' | 'title' | 'children'> & { href: string }

/** A row that links to a page. */
export function PageRow({ icon, title, href, children }: PageRowProps) {
  return (
    <SystemRow
      icon={icon}
      title={title}
      action={
        <ButtonLink size="sm" variant="secondary" href={href} aria-label={`Apri ${title}`}>
          Apri
        </ButtonLink>
      }
    >
      {children}
    </SystemRow>
  )
}
