import { Check } from 'lucide-react'
import type { StepState } from './order-state.ts'

const stateLabels: Record<StepState, string> = { done: 'fatto', current: 'in corso', ahead: 'dopo' }

/** Line and dots: a finished step is filled with a tick, the current one is a ring. */
export function PaymentSteps({ steps }: { steps: readonly { title: string; note: string; state: StepState }[] }) {
  return (
    <ol className="steps">
      {steps.map(({ title, note, state }) => (
        <li key={title} className={`step-${state}`} aria-current={state === 'current' ? 'step' : undefined}>
          {state === 'done' && <Check className="step-tick" size={9} strokeWidth={4} aria-hidden />}
          <b>{title}</b>
          {note}
          <span className="sr-only">, {stateLabels[state]}</span>
        </li>
      ))}
    </ol>
  )
}
