import { useId, type ReactNode } from 'react'

interface SystemRowProps {
  icon: ReactNode
  title: string
  /** How it stands. */
  children: ReactNode
  /** One button or link. It is described by the row's title. */
  action: (describedBy: string) => ReactNode
  /** Below the row, over its whole width. */
  fault?: ReactNode
}

/** One line of the list "Sistema". */
export function SystemRow({ icon, title, children, action, fault }: SystemRowProps) {
  const id = useId()
  return (
    <li className="sys-row">
      {icon}
      <div>
        <h4 id={id}>{title}</h4>
        <p>{children}</p>
      </div>
      {action(id)}
      {fault !== undefined && fault !== null && <div className="sys-fault">{fault}</div>}
    </li>
  )
}
