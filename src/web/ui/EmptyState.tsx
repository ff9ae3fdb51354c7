import type { ReactNode } from 'react'
import { Rosette } from './Guilloche.tsx'

/** Small rosette, title, one sentence, one action. */
export function EmptyState({ title, text, action }: { title: string; text: string; action?: ReactNode }) {
  return (
    <div className="empty">
      <Rosette seed="vuoto" size={96} rings={2} hole={0.42} />
      <h2>{title}</h2>
      <p>{text}</p>
      {action !== undefined && <div className="mt-4">{action}</div>}
    </div>
  )
}
