import { useEffect, useRef } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { Alert } from '#web/ui/Alert.tsx'
import { fieldWords, type Registration } from './RegisterFields.tsx'

interface ErrorSummaryProps {
  lead: string
  errors: FieldErrors<Registration>
  /** Brings itself into view: where no field took the focus, the person still stands at the foot of the form. */
  shown: boolean
}

/** What was refused, all at once; each fault also stands at its field. */
export function ErrorSummary({ lead, errors, shown }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (shown) box.current?.scrollIntoView({ block: 'center' })
  }, [shown, lead])
  const faults = (Object.keys(fieldWords) as (keyof Registration)[]).flatMap((name) => {
    const message = errors[name]?.message
    return message === undefined ? [] : [{ name, message }]
  })
  return (
    <div ref={box} className="mt-6">
      <Alert tone="danger" lead={lead} live>
        {faults.length > 0 && (
          <span className="mt-1 grid gap-0.5">
            {faults.map(({ name, message }) => (
              <span key={name}>
                {fieldWords[name]}: {message}
              </span>
            ))}
          </span>
        )}
      </Alert>
    </div>
  )
}
