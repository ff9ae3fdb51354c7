import { CtaList } from './CtaList.tsx'
import { TestimonialList } from './TestimonialList.tsx'
import type { Editor } from './useEditor.ts'

/** Step 3: where the page leads to, and who speaks for it. */
export function ActionStep({ editor }: { editor: Editor }) {
  return (
    <>
      <CtaList editor={editor} />
      <TestimonialList editor={editor} />
    </>
  )
}
