import { ContentStep } from './ContentStep.tsx'
import { CtaList } from '#features/showcases/web/editor/fields/CtaList.tsx'
import type { StepNumber } from '#features/showcases/web/editor/steps/steps.ts'
import { TestimonialList } from '#features/showcases/web/editor/fields/TestimonialList.tsx'
import type { Editor } from '#features/showcases/web/editor/useEditor.ts'

/** Steps 2 and 3: where to find the trader and what they offer, where the page leads to and who speaks for it. */
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
