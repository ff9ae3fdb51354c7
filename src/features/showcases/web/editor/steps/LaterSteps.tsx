import { ContentStep } from './ContentStep.tsx'
import { CtaList } from '#features/showcases/web/editor/fields/CtaList.tsx'
import type { StepNumber } from '#features/showcases/web/editor/steps/steps.ts'
import { TestimonialList } from '#features/showcases/web/editor/fields/TestimonialList.tsx'
import type { Editor } from '#features/showcases/web/editor/useEditor.ts'

/** Step 2: links and services. Step 3: buttons and testimonials. */
export function LaterSteps({ editor, step }: { editor: Editor; step: StepNumber }) {
  return (
    <>
      <div hidden={step !== 2}>
        <ContentStep editor={editor} />
      </div>
      <div className="grid gap-10" hidden={step !== 3}>
        <CtaList editor={editor} />
        <TestimonialList editor={editor} />
      </div>
    </>
  )
}
