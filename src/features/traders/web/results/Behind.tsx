import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

interface BehindProps {
  title: string
  /** A short table stands open. */
  isOpen?: boolean
  children: ReactNode
}

/** The table behind a drawing, closed at first; open on paper, where nobody can open it. */
export function Behind({ title, isOpen = false, children }: BehindProps) {
  return (
    <details open={isOpen} className="mt-3 print:[&::details-content]:[content-visibility:visible]">
      <summary className="inline-flex min-h-6 items-center gap-1.5 text-ui font-semibold text-accent">
        {title}
        <ChevronDown className="in-open:rotate-180 print:hidden" size={16} strokeWidth={1.75} aria-hidden />
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  )
}
