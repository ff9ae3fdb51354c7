import type { FieldValues, Resolver } from 'react-hook-form'

type Checks = typeof import('./checks.ts')

const load = () => import('./checks.ts').catch(() => null)

/** Fetches the rules of the forms, once somebody is about to type. */
export function prepareChecks(): void {
  void load()
}

/** A form's rules, fetched when they are needed: no page waits for them. Where they cannot be had the server judges alone. */
export function checkedBy<Values extends FieldValues>(
  choose: (checks: Checks) => Resolver<Values, unknown, Values>,
): Resolver<Values, unknown, Values> {
  return async (values, context, options) => {
    const checks = await load()
    return checks === null ? { values, errors: {} } : choose(checks)(values, context, options)
  }
}
