import type { getMyShowcase } from '#features/showcases/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'

export type MyShowcase = ResponseOf<typeof getMyShowcase>
export type OwnShowcase = NonNullable<MyShowcase['showcase']>

/** The address of the editor, at a step where one is given. */
export const editorAddress = (step?: number) => `/?view=showcase-editor${step === undefined ? '' : `&step=${step}`}`
/** The address of the public page. */
export const pageAddress = ({ showcase_id: id }: Pick<OwnShowcase, 'showcase_id'>) => `/vetrine/${id}`
