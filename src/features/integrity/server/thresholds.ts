import type { Kernel } from '#server/kernel.ts'
import { configurationError } from '#server/settings/startup-error.ts'
import { thresholds, type Thresholds } from '../rules/thresholds.ts'

const parsed = new WeakMap<object, Thresholds>()

function errorsOf(given: object): string[] {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(thresholds.shape, name))
  return [
    ...unknown.map((name) => `INTEGRITY_THRESHOLDS.${name}: non esiste`),
    ...(thresholds.safeParse(given).error?.issues ?? []).map(
      ({ path, message }) => `INTEGRITY_THRESHOLDS.${path.join('.')}: ${message}`,
    ),
  ]
}

/** Errors of the thresholds in the settings, one line each. The settings themselves report a text that is no object of numbers. */
export function thresholdErrors(setting = '{}'): string[] {
  try {
    const given: unknown = JSON.parse(setting)
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return []
    return errorsOf(Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === 'number')))
  } catch {
    return []
  }
}

/**
 * The thresholds in force.
 * @throws StartupError that names every threshold that does not exist or makes no sense
 */
export function thresholdsOf({ config }: Pick<Kernel, 'config'>): Thresholds {
  const known = parsed.get(config)
  if (known !== undefined) return known
  const given = config.INTEGRITY_THRESHOLDS ?? {}
  const errors = errorsOf(given).map((error) => `  - ${error}`)
  if (errors.length > 0) throw configurationError(errors)
  const read = thresholds.parse(given)
  parsed.set(config, read)
  return read
}
