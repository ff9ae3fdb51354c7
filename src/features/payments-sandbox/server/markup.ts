/** HTML that may be put into HTML as it is. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Markup | readonly Markup[] | string | number | null

/** Writes HTML. A value that is no `Markup` is text, and escaped. Null writes nothing. */
export function html(pieces: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(pieces.reduce((text, piece, index) => text + written(parts[index - 1] ?? null) + piece))
}

function written(part: Part): string {
  if (part === null) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map(({ text }) => text).join('')
  return String(part)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
