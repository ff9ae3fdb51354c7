import type { ReactNode } from 'react'

interface SystemRowProps {
  icon: ReactNode
  title: string
  /** How it stands. */
  children: ReactNode
  /** One button or link. */
  action: ReactNode
  /** Below the row, over its whole width. */
  fault?: ReactNode
  /** Read aloud when it changes. */
  told?: string
}

/** One line of the list "Sistema". */
export function SystemRow({ icon, title, children, action, fault, told = '' }: SystemRowProps) {
  return (
    <li className="sys-row">
      {icon}
      <div>
        <h4>{title}</h4>
        <p>{children}</p>
      </div>
      {action}
      <output className="sr-only">{told}</output>
      {Boolean(fault) && <div className="sys-fault">{fault}</div>}
    </li>
  )
}
