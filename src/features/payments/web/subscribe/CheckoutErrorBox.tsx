import { RotateCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { keepPlace } from '#web/ui/keep-place.ts'
import { signInFirst, type CheckoutError } from './useCheckout.ts'

interface CheckoutErrorBoxProps {
  error: CheckoutError
  /** The address after signing in. */
  returnTo: string
  onClear: () => void
}

/** Why no invoice was opened. Takes the focus: on a phone it is far above the pressed button. */
export function CheckoutErrorBox({ error, returnTo, onClear }: CheckoutErrorBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [error])
  const target = `&return=${encodeURIComponent(returnTo)}`
  return (
    <div className="error-box" ref={box} tabIndex={-1}>
      {error.kind === 'login' ? (
        <Alert
          tone="warn"
          lead={signInFirst}
          live
          action={
            <span className="flex flex-wrap justify-end gap-2">
              <ButtonLink size="sm" variant="primary" href={`/?view=auth${target}`}>
                Accedi
              </ButtonLink>
              <ButtonLink size="sm" href={`/?view=auth&form=register${target}`}>
                Registrati
              </ButtonLink>
            </span>
          }
        >
          <span className="block">Poi torni qui, con le tue scelte.</span>
        </Alert>
      ) : (
        <Alert
          tone="danger"
          lead="Errore Pagamento"
          live
          action={
            <Button ref={keepPlace} size="sm" variant="danger-line" onClick={onClear}>
              <RotateCw size={15} strokeWidth={1.75} aria-hidden />
              Riprova
            </Button>
          }
        >
          <span className="block">{error.text}</span>
        </Alert>
      )}
    </div>
  )
}
