/** Of a filter: everything first, then each value with its word. */
export const optionsOf = (all: string, words: Record<string, string>) => [
  { value: '', label: all },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
]
