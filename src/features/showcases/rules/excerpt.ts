/** How much of its texts a card of the grid shows, in characters as people count them. */
export const excerptLimits = { description: 150, bio: 140 } as const

/**
 * The beginning of a text that is at most `max` characters long, with an ellipsis where something is left out: it ends with a
 * word, or where one word alone is too long, in it.
 */
export function excerpt(text: string, max: number): string {
  const tidy = text.replaceAll(/\s+/g, ' ').trim()
  // No character is shorter than one unit.
  if (tidy.length <= max) return tidy
  const letters = [...new Intl.Segmenter('it', { granularity: 'grapheme' }).segment(tidy)].map(({ segment }) => segment)
  if (letters.length <= max) return tidy
  const cut = letters.slice(0, max).join('')
  const endsInWord = letters[max] !== ' '
  const space = endsInWord ? cut.lastIndexOf(' ') : -1
  return `${(space > 0 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$/, '')}…`
}

/** The text of a card: the description, else what the trader says in the account. `docs/showcases.md`, grid. */
export function cardText({ description, bio_short: bio }: { description: string; bio_short: string | null }): string {
  const text = excerpt(description, excerptLimits.description)
  return text === '' ? excerpt(bio ?? '', excerptLimits.bio) : text
}
