import type { getMyShowcase } from '#features/showcases/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'

export type MyShowcase = ResponseOf<typeof getMyShowcase>
export type OwnShowcase = NonNullable<MyShowcase['showcase']>

/** Where the showcase is written; with a step, at that one. */
export const editorAddress = (step?: number) => `/?view=showcase-editor${step === undefined ? '' : `&step=${step}`}`
/** Where anybody reads it. */
export const pageAddress = ({ showcase_id: id }: Pick<OwnShowcase, 'showcase_id'>) => `/vetrine/${id}`
