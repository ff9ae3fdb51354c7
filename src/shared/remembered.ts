/**
 * The same pure function with a memory of its last results, where clients send the same few texts again and again.
 * @param most results that are kept: texts of clients may be all different, and beyond this number all begin anew
 */
export function remembered<T>(most: number, make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    if (known.has(text)) return known.get(text) as T
    if (known.size >= most) known.clear()
    const made = make(text)
    known.set(text, made)
    return made
  }
}
