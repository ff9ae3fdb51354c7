/** Longest texts of a card, in characters as people count them. */
export const excerptLimits = { description: 150, bio: 140 } as const

/**
 * The beginning of a text, at most `max` characters long, with an ellipsis where something is left out. It ends after a word, or within
 * one that alone is too long.
 */
export function excerpt(text: string, max: number): string {
  const tidy = text.replaceAll(/\s+/g, ' ').trim()
  // A character has at least one code unit.
  if (tidy.length <= max) return tidy
  const letters = [...new Intl.Segmenter('it', { granularity: 'grapheme' }).segment(tidy)].map(({ segment }) => segment)
  if (letters.length <= max) return tidy
  const cut = letters.slice(0, max).join('')
  const endsInWord = letters[max] !== ' '
  const space = endsInWord ? cut.lastIndexOf(' ') : -1
  return `${(space > 0 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$/, '')}…`
}

/** The text of a card: the description, else the bio of the account. `docs/showcases.md`, grid. */
export function cardText({ description, bio_short: bio }: { description: string; bio_short: string | null }): string {
  const text = excerpt(description, excerptLimits.description)
  return text === '' ? excerpt(bio ?? '', excerptLimits.bio) : text
}
