import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'

export interface StepProps {
  /** The person moved here by hand: the step's title takes the focus that its button had. */
  isMoved: boolean
  onBack?: () => void
  onDone?: () => void
}

interface StepBoxProps extends StepProps {
  title: string
  text: string
  /** The label of the button that goes on. */
  next?: string
  children: ReactNode
}

/** The current step, with the ways back and on. */
export function StepBox({ title, text, next, isMoved, onBack, onDone, children }: StepBoxProps) {
  return (
    <div className="step-box">
      <StepTitle title={title} isMoved={isMoved} />
      <p className="mt-2 max-w-[560px] text-ui text-ink-2">{text}</p>
      <div className="mt-4 grid gap-4">{children}</div>
      {(onBack !== undefined || onDone !== undefined) && (
        <div className="mt-5 flex flex-wrap gap-2.5">
          {onBack !== undefined && (
            <Button size="sm" onClick={onBack}>
              <ArrowLeft size={15} strokeWidth={1.75} aria-hidden />
              Passo precedente
            </Button>
          )}
          {onDone !== undefined && (
            <Button size="sm" className="ml-auto" onClick={onDone}>
              {next}
              <ArrowRight size={15} strokeWidth={1.75} aria-hidden />
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

export function StepTitle({ title, isMoved }: { title: string; isMoved: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const needsFocus = useRef(isMoved)
  useEffect(() => {
    if (needsFocus.current) heading.current?.focus()
    needsFocus.current = false
  }, [])
  return (
    <h3 ref={heading} tabIndex={-1}>
      {title}
    </h3>
  )
}
