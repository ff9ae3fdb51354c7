/** What LIKE finds wherever `q` stands in a text of small letters: searched as it is written, its wildcards are plain characters. */
export function containing(q: string): string {
  return `%${q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
