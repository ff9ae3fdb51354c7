import type { FieldValues, Resolver } from 'react-hook-form'

/**
 * Validates a form by a schema that is fetched when it is needed: no page waits for the validator. Where it fails to load, the server alone
 * validates.
 */
export function lazyResolver<Values extends FieldValues>(load: () => Promise<Resolver<Values, unknown, Values>>) {
  const resolver: Resolver<Values, unknown, Values> = async (values, context, options) => {
    const schema = await load().catch(() => null)
    return schema === null ? { values, errors: {} } : schema(values, context, options)
  }
  return Object.assign(resolver, { preload: () => void load().catch(() => null) })
}
