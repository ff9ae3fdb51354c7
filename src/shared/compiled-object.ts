import * as z from 'zod/mini'

const base: z.core.$constructor<z.ZodMiniObject> = z.ZodMiniObject
const compiled: z.core.$constructor<z.core.$ZodObject> = z.core.$ZodObjectJIT

const CompiledObject = z.core.$constructor('CompiledObject', (inst: z.ZodMiniObject, def: z.core.$ZodObjectDef) => {
  base.init(inst, def)
  compiled.init(inst, def)
})

/**
 * As `z.object`, for objects that a busy call reads: zod compiles the check of their keys at the first one, which takes a third of the
 * time. For the server alone: browsers refuse code that is made while the page runs.
 */
export function compiledObject<T extends z.core.$ZodLooseShape>(
  shape: T,
  params?: { error: z.core.$ZodErrorMap },
): z.ZodMiniObject<T, z.core.$strip> {
  return new CompiledObject({ type: 'object', shape, ...params }) as unknown as z.ZodMiniObject<T, z.core.$strip>
}
