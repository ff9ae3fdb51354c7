import { attachment } from '#server/http/content.ts'
import { hidesMarks } from '#shared/text/marks.ts'
import { fields } from '../../rules/fields.ts'

const longest = fields.content.pdf_title.max

/** The shown name of a file: the client's name without folders, extension and invisible signs; never empty. */
export function nameOf(given: string | undefined): string {
  const own = (given ?? '').slice(0, 1_000).normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const visible = Array.from(own)
    .filter((sign) => !hidesMarks(sign))
    .join('')
  const bare = visible.replace(/\.[a-z0-9]{1,5}$/i, '').replaceAll(/\s+/g, ' ')
  return shortened(bare) || 'documento'
}

/** RFC 6266: a name in ASCII for clients that read no other, and the name itself. */
export function pdfAttachment(name: string): string {
  const bare = nameOf(`${name.replaceAll(/[/\\]/g, '-').replaceAll(/[<>:"|?*]/g, ' ')}.pdf`)
  const ascii = bare
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w .,()+-]/g, '_')
  const encoded = encodeURIComponent(`${bare}.pdf`).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${attachment(`${ascii}.pdf`)}; filename*=UTF-8''${encoded}`
}

/** Cut between characters as people count them. */
function shortened(text: string): string {
  const signs = new Intl.Segmenter('it', { granularity: 'grapheme' }).segment(text.trim())
  return [...signs]
    .slice(0, longest)
    .map(({ segment }) => segment)
    .join('')
    .toWellFormed()
    .replace(/^[. ]+/, '')
    .trim()
}
