import { Check } from 'lucide-react'
import type { Step } from './setup.ts'

const stateWords = { done: 'fatto', current: 'da fare ora', ahead: 'dopo' }

/** Line and dots: done filled with a tick, current a ring. */
export function Stepper({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="steps">
      {steps.map(({ name, title, note, state }) => (
        <li key={name} className={`step-${state}`} aria-current={state === 'current' ? 'step' : undefined}>
          {state === 'done' && <Check className="step-tick" size={9} strokeWidth={4} aria-hidden />}
          <b>{title}</b>
          {note}
          <span className="sr-only">, {stateWords[state]}</span>
        </li>
      ))}
    </ol>
  )
}
