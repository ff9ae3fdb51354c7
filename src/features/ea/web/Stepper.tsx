import { Check } from 'lucide-react'

export interface Step {
  title: string
  note: string
  state: 'done' | 'current' | 'ahead'
}

/** Line and dots: done filled with a tick, current a ring. @param current the state of the current step, for screen readers */
export function Stepper({ steps, current }: { steps: readonly Step[]; current: string }) {
  const labels = { done: 'fatto', current, ahead: 'dopo' }
  return (
    <ol className="steps">
      {steps.map(({ title, note, state }) => (
        <li key={title} className={`step-${state}`} aria-current={state === 'current' ? 'step' : undefined}>
          {state === 'done' && <Check className="step-tick" size={9} strokeWidth={4} aria-hidden />}
          <b>{title}</b>
          {note}
          <span className="sr-only">, {labels[state]}</span>
        </li>
      ))}
    </ol>
  )
}
