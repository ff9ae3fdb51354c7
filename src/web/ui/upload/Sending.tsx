import { useEffect, useId, useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'

interface SendingProps {
  /** `della foto`, `dell’immagine`, `del PDF`. */
  what: string
  done: number
  /** Null while unknown. */
  total: number | null
  onCancel: () => void
}

/** A file on its way, until the server has answered. */
export function Sending({ what, done, total, onCancel }: SendingProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  const isSent = total !== null && done >= total
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-ui font-medium">
        {isSent ? `Elaborazione ${what}...` : `Invio ${what}...`}
      </label>
      <progress id={id} className="bar" {...(total !== null && !isSent && { value: done, max: total })} />
      <div>
        <Button ref={button} size="sm" onClick={onCancel}>
          Annulla
        </Button>
      </div>
    </div>
  )
}
