import * as z from 'zod/mini'

/** The most errors of a list that are found. */
export const errorsFound = 50

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
    for (let index = 0; index < value.length && payload.issues.length < errorsFound; index += 1) {
      const item = def.element._zod.run({ value: value[index], issues: [] }, ctx) as z.core.ParsePayload
      payload.issues.push(...z.core.util.prefixIssues(index, item.issues))
      items[index] = item.value
    }
    return payload
  }
})

/**
 * An array whose check ends at its first errors: the time that a wrong body takes does not grow with the number of its errors.
 * @param item no asynchronous checks
 */
export function shortCheckedArray<T extends z.ZodMiniType>(
  item: T,
  params: { error: z.core.$ZodErrorMap },
): z.ZodMiniArray<T> {
  return new ShortCheckedArray({ type: 'array', element: item, ...params }) as z.ZodMiniArray<T>
}
