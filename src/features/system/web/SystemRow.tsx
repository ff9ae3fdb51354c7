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
}

/** One line of the list "Sistema". */
export function SystemRow({ icon, title, children, action, fault }: SystemRowProps) {
  return (
    <li className="sys-row">
      {icon}
      <div>
        <h4>{title}</h4>
        <p>{children}</p>
      </div>
      {action}
      {fault !== undefined && fault !== null && <div className="sys-fault">{fault}</div>}
    </li>
  )
}
