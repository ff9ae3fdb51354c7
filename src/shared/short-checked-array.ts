import * as z from 'zod/mini'

/** The most errors that are found in the lists of a body. */
export const errorsFound = 50

/** Errors that the lists of a body have, by its parse: zod hands one context to all that it checks. */
const errorsIn = new WeakMap<object, number>()

const base: z.core.$constructor<z.ZodMiniArray> = z.ZodMiniArray

const ShortCheckedArray = z.core.$constructor('ShortCheckedArray', (inst: z.ZodMiniArray, def: z.core.$ZodArrayDef) => {
  base.init(inst, def)
  inst._zod.parse = (payload, ctx) => {
    const { value } = payload
    if (!Array.isArray(value)) {
      payload.issues.push({ expected: 'array', code: 'invalid_type', input: value, inst })
      return payload
    }
    const items: unknown[] = Array(value.length)
    payload.value = items
    let errors = errorsIn.get(ctx) ?? 0
    for (let index = 0; index < value.length && errors < errorsFound; index += 1) {
      const item = def.element._zod.run({ value: value[index], issues: [] }, ctx) as z.core.ParsePayload
      payload.issues.push(...z.core.util.prefixIssues(index, item.issues))
      items[index] = item.value
      errors += item.issues.length
    }
    errorsIn.set(ctx, errors)
    return payload
  }
})

/**
 * An array whose check ends at the first errors of the whole body: the time that a wrong body takes does not grow with the number of
 * its errors. Not within a union that tries its options, where the errors of one would end the check of another.
 * @param item no asynchronous checks, no such array within
 */
export function shortCheckedArray<T extends z.ZodMiniType>(
  item: T,
  params: { error: z.core.$ZodErrorMap },
): z.ZodMiniArray<T> {
  return new ShortCheckedArray({ type: 'array', element: item, ...params }) as z.ZodMiniArray<T>
}
