import { Check } from 'lucide-react'
import { navigate } from '#web/router.ts'
import { stepAddress, steps, type StepNumber } from '#features/showcases/web/editor/steps/steps.ts'

/** The steps as line and dots, on phones as a bar of four parts. Earlier steps are links; the button below the form leads forward. */
export function StepList({ step }: { step: StepNumber }) {
  return (
    <nav aria-label="Passi">
      <ol className="editor-steps">
        {steps.map(({ title, note }, index) => {
          const number = index + 1
          const state = number < step ? 'done' : number === step ? 'current' : 'ahead'
          const words = (
            <>
              <b>
                {number}. {title}
              </b>
              <span>{note}</span>
            </>
          )
          return (
            <li key={title} className={`is-${state}`} aria-current={state === 'current' ? 'step' : undefined}>
              {state === 'done' && <Check className="editor-tick" size={9} strokeWidth={4} aria-hidden />}
              {state === 'done' ? (
                <button type="button" onClick={() => navigate(stepAddress(number))}>
                  {words}
                </button>
              ) : (
                <div>{words}</div>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
