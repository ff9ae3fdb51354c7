import type { LinkName, ShowcaseContent } from '#features/showcases/contract.ts'
import { linkWords } from '#features/showcases/words.ts'

/** Names and words of the editor's parts. The contract's own lists would bring its validators along. */

export const ctaStyles = ['primary', 'secondary', 'success', 'other'] as const satisfies readonly CtaStyle[]
export type CtaStyle = ShowcaseContent['cta_buttons'][number]['style']
export const styleWords: Record<CtaStyle, string> = {
  primary: 'Primario',
  secondary: 'Secondario',
  success: 'Successo',
  other: 'Altro',
}

/** What belongs into a link's field, beside its name. */
export const linkHints: Record<LinkName, { help: string; example: string }> = {
  myfxbook_url: {
    help: 'Un indirizzo di myfxbook.com: la verifica esterna dei risultati.',
    example: 'https://www.myfxbook.com/…',
  },
  fxblue_url: { help: 'Un indirizzo di fxblue.com.', example: 'https://www.fxblue.com/…' },
  mql5_signal_url: { help: 'Un indirizzo di mql5.com.', example: 'https://www.mql5.com/…' },
  telegram_url: { help: 'Un indirizzo di t.me o telegram.me.', example: 'https://t.me/…' },
  discord_url: { help: 'Un invito di discord.gg o un indirizzo di discord.com.', example: 'https://discord.gg/…' },
  website_url: { help: 'Il tuo sito, su un indirizzo pubblico.', example: 'https://' },
  broker_referral_url: { help: 'La pagina del broker che consigli, su un indirizzo pubblico.', example: 'https://' },
}
export const linkNames = Object.keys(linkHints) as LinkName[]

const fields: Record<string, string> = {
  'profile.display_name': 'Nome visualizzato',
  'profile.subtitle': 'Sottotitolo',
  'profile.description': 'Descrizione',
  'profile.bio_extended': 'Dettagli',
  'profile.profile_image_url': 'Immagine del profilo',
  'profile.cover_image_url': 'Immagine di copertina',
  'content.services': 'Servizi',
  'content.video_url': 'Video',
  'content.promotional_images': 'Immagini promozionali',
  'content.pdf_download_url': 'Guida PDF',
  'content.pdf_title': 'Titolo della guida',
  cta_buttons: 'Pulsanti',
  testimonials: 'Testimonianze',
}
const rowFields: Record<string, string> = {
  text: 'testo',
  url: 'indirizzo',
  style: 'stile',
  author_name: 'autore',
  content: 'testo',
  image_url: 'immagine',
}

/** What a path is called on the page: `cta_buttons.0.url` is "Pulsante 1, indirizzo". */
export function fieldWord(path: string): string {
  const [group = '', second = '', third = ''] = path.split('.')
  if (group === 'links') return linkWords[second as LinkName] ?? 'Link'
  if (group === 'cta_buttons' && second !== '') return rowWord('Pulsante', second, third)
  if (group === 'testimonials' && second !== '') return rowWord('Testimonianza', second, third)
  const word = fields[second === '' ? group : `${group}.${second}`] ?? 'Vetrina'
  return third === '' ? word : `${word}, ${Number(third) + 1}`
}

function rowWord(word: string, index: string, field: string): string {
  const rest = rowFields[field]
  return `${word} ${Number(index) + 1}${rest === undefined ? '' : `, ${rest}`}`
}

export const steps = [
  { title: 'Profilo', note: 'Nome, testo, immagini' },
  { title: 'Contenuti', note: 'Link e contenuti' },
  { title: 'Call to Action', note: 'Pulsanti e testimonianze' },
  { title: 'Anteprima e Pubblicazione', note: 'Controlla e invia' },
] as const
export type StepNumber = 1 | 2 | 3 | 4

/** Where a path is written. */
export function stepOf(path: string): 1 | 2 | 3 {
  const [group] = path.split('.')
  return group === 'profile' ? 1 : group === 'links' || group === 'content' ? 2 : 3
}

/** Address of a step; the first one needs no number. */
export function stepAddress(step: number): string {
  return step === 1 ? '/?view=showcase-editor' : `/?view=showcase-editor&step=${step}`
}
