import { useEffect, useRef, type ReactNode } from 'react'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'

interface OutcomeProps {
  tone: 'ok' | 'warn'
  lead: string
  href: string
  word: string
  children: ReactNode
}

/** The server refused the link. */
export const deadLink = 'Questo link è scaduto o è già stato usato.'

/** The outcome of a link, with the next step. It takes the focus. */
export function Outcome({ tone, lead, href, word, children }: OutcomeProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className="mt-8 grid gap-[18px]" ref={box} tabIndex={-1}>
      <Alert tone={tone} lead={lead} live>
        <span className="block">{children}</span>
      </Alert>
      <p>
        <ButtonLink variant="primary" size="lg" href={href}>
          {word}
        </ButtonLink>
      </p>
    </div>
  )
}
