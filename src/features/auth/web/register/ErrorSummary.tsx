import { useEffect, useRef, type ReactNode } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { Alert } from '#web/ui/Alert.tsx'
import { fieldLabels } from './RegisterFields.tsx'
import type { Registration } from './registration.ts'

interface ErrorSummaryProps {
  lead: string
  errors: FieldErrors<Registration>
  /** Takes the focus when no field did: the person is still at the foot of the form. */
  takesFocus: boolean
  onChoose: (field: keyof Registration) => void
  /** A way on, after the errors. */
  children?: ReactNode
}

/** All refusals at once. Each one also stands at its field, and links to it. */
export function ErrorSummary({ lead, errors, takesFocus, onChoose, children }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'center' })
  }, [takesFocus, lead])
  const found = (Object.keys(fieldLabels) as (keyof Registration)[]).flatMap((name) => {
    const message = errors[name]?.message
    return message === undefined ? [] : [{ name, message }]
  })
  return (
    <div ref={box} className="mt-6" tabIndex={-1}>
      <Alert tone="danger" lead={lead} live>
        {found.length > 0 && (
          <span className="mt-1 grid gap-0.5">
            {found.map(({ name, message }) => (
              <button
                key={name}
                type="button"
                className="min-h-6 justify-self-start text-left text-accent underline decoration-1 underline-offset-[3px] hover:text-accent-hover"
                onClick={() => onChoose(name)}
              >
                {fieldLabels[name]}: {message}
              </button>
            ))}
          </span>
        )}
        {children}
      </Alert>
    </div>
  )
}
