/** The LIKE pattern that finds `q` anywhere in a lower-case text; its wildcards are plain characters. */
export function containing(q: string): string {
  return `%${q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
