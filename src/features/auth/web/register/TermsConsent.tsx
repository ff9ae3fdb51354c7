import { useId, useState } from 'react'
import * as format from '#shared/format/format.ts'
import { useHydrated } from '#web/hooks/useHydrated.ts'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx'

export const TermsDialog = lazyWithRetry(async () => (await import('./next-steps.ts')).TermsDialog)

interface TermsConsentProps {
  /** Milliseconds; null until the visitor has read the terms to their end and accepted them. */
  acceptedAt: number | null
  onChange: (acceptedAt: number | null) => void
}

/** Accepting in the dialog ticks the box; nothing else does. */
export function TermsConsent({ acceptedAt, onChange }: TermsConsentProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  // The server's form takes no press: it would be lost.
  const isHydrated = useHydrated()
  const accepted = acceptedAt !== null
  return (
    <div className="check mt-6 flex-wrap">
      <input
        type="checkbox"
        checked={accepted}
        disabled={!isHydrated}
        aria-labelledby={`${id}-text`}
        onChange={() => (accepted ? onChange(null) : setIsOpen(true))}
      />
      <span id={`${id}-text`} className="min-w-0 flex-1">
        {accepted ? 'Hai accettato i ' : 'Leggi e accetta i '}
        <button
          type="button"
          disabled={!isHydrated}
          className="min-h-6 text-accent underline decoration-1 underline-offset-[3px] hover:text-accent-hover"
          onClick={() => setIsOpen(true)}
        >
          Termini e Condizioni
        </button>
        {accepted ? ` il ${format.dateTime(acceptedAt)}` : ' per continuare'}
      </span>
      {isOpen && (
        <TermsDialog
          onClose={() => setIsOpen(false)}
          onAccept={() => {
            setIsOpen(false)
            onChange(Date.now())
          }}
        />
      )}
    </div>
  )
}
