import { readFileSync } from 'node:fs'

const suffix = '_FILE'

/**
 * Settings as they were given: empty ones count as absent, and `NAME_FILE` names a file whose content is NAME, as containers hand
 * secrets over. White space around a value (a last line break) does not belong to it.
 * @param names of the settings that exist; everything else in the environment belongs to other programs
 */
export function givenSettings(
  env: Record<string, string | undefined>,
  names: readonly string[],
): { given: Record<string, string>; errors: string[] } {
  const given: Record<string, string> = {}
  const errors: string[] = []
  for (const name of names) {
    const value = env[name]?.trim()
    const file = env[name + suffix]?.trim()
    if (value) given[name] = value
    if (!file) continue
    if (value) {
      errors.push(`${name}: è indicata due volte, anche con ${name}${suffix}`)
      continue
    }
    try {
      const content = readFileSync(file, 'utf8').trim()
      if (content === '') errors.push(`${name}${suffix}: il file ${file} è vuoto`)
      else given[name] = content
    } catch {
      errors.push(`${name}${suffix}: il file ${file} non si legge`)
    }
  }
  return { given, errors }
}
