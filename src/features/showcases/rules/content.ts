import type { LinkName, ShowcaseContent } from '#features/showcases/contract.ts'
import { graphemes } from '#shared/graphemes.ts'
import { hidesMarksInProse, pilesMarks } from '#shared/marks.ts'
import { normaliseLine, normaliseParagraphs } from '#shared/normalise-text.ts'
import { fileOf, type FileKind } from './files.ts'
import { CTA_BUTTONS_MAX, limits, PROMOTIONAL_IMAGES_MAX, SERVICES_MAX, TESTIMONIALS_MAX } from './limits.ts'
import { linkFields, readShowcaseLink, type LinkField } from './links.ts'

/** What an owner may write: the same rule in the editor and in the calls. `docs/showcases.md`, content. */

export interface Reading {
  /** What a part or field that is not sent keeps; null where there is no showcase yet. */
  base: ShowcaseContent | null
  /** Handed in: texts have a least length too. False for a private draft. */
  submit: boolean
  /** Host of the verification service, without a port. */
  myfxbookHost: string
}

export interface ReadContent {
  /** Tidied; what was refused is left out of it, or as long as it was. */
  content: ShowcaseContent
  /** One sentence by path: `profile.subtitle`, `cta_buttons.0.url`. */
  faults: Record<string, string>
}

type Limit = { min: number; max: number }
type Parts = Record<string, unknown>

const wrongShape = 'Valore non valido.'
const manyServices = 'Scrivi un servizio per volta, senza virgole.'
const defaultAuthor = 'Anonimo'
const defaultTestimonial = 'Recensione'
const styles = ['primary', 'secondary', 'success'] as const

/** What the editor of a new showcase opens with. */
export function emptyContent(): ShowcaseContent {
  return {
    profile: {
      display_name: '',
      subtitle: '',
      description: '',
      bio_extended: null,
      profile_image_url: null,
      cover_image_url: null,
    },
    links: {
      myfxbook_url: null,
      fxblue_url: null,
      mql5_signal_url: null,
      telegram_url: null,
      discord_url: null,
      website_url: null,
      broker_referral_url: null,
    },
    content: { services: [], promotional_images: [], video_url: null, pdf_download_url: null, pdf_title: null },
    cta_buttons: [
      { text: 'Copia i miei trade', url: null, style: 'primary' },
      { text: 'Unisciti alla community', url: null, style: 'secondary' },
      { text: 'Apri conto con vantaggi', url: null, style: 'success' },
    ],
    testimonials: [],
  }
}

/** Reads what was sent, whatever it is. Fields that nobody named are dropped, missing ones keep what they were. */
export function readContent(body: unknown, { base, submit, myfxbookHost }: Reading): ReadContent {
  const faults: Record<string, string> = {}
  const before = base ?? emptyContent()
  const sent = isParts(body) ? body : {}
  const reader = createReader(faults, myfxbookHost)

  const profile = reader.part(sent, 'profile')
  const links = reader.part(sent, 'links')
  const rest = reader.part(sent, 'content')
  const content: ShowcaseContent = {
    profile: {
      display_name: reader.line(profile, 'profile.display_name', before.profile.display_name),
      subtitle: reader.line(profile, 'profile.subtitle', before.profile.subtitle),
      description: reader.lines(profile, 'profile.description', before.profile.description),
      bio_extended: reader.lines(profile, 'profile.bio_extended', before.profile.bio_extended ?? '') || null,
      profile_image_url: reader.file(profile, 'profile.profile_image_url', before.profile.profile_image_url),
      cover_image_url: reader.file(profile, 'profile.cover_image_url', before.profile.cover_image_url),
    },
    links: Object.fromEntries(
      linkFields
        .filter((name): name is LinkName => name !== 'cta' && name !== 'video_url')
        .map((name) => [name, reader.link(links, `links.${name}`, name, before.links[name])]),
    ) as ShowcaseContent['links'],
    content: {
      services: reader.list(rest, 'content.services', SERVICES_MAX, before.content.services, (service, path) =>
        reader.text(service, path, normaliseLine),
      ),
      promotional_images: reader
        .list(
          rest,
          'content.promotional_images',
          PROMOTIONAL_IMAGES_MAX,
          before.content.promotional_images,
          (address, path) => reader.address(address, path, 'image') ?? '',
        )
        .filter((address) => address !== ''),
      video_url: reader.link(rest, 'content.video_url', 'video_url', before.content.video_url),
      pdf_download_url: reader.file(rest, 'content.pdf_download_url', before.content.pdf_download_url, 'pdf'),
      pdf_title: reader.line(rest, 'content.pdf_title', before.content.pdf_title ?? '') || null,
    },
    cta_buttons: reader.list(sent, 'cta_buttons', CTA_BUTTONS_MAX, before.cta_buttons, (button, path) => {
      const parts = reader.record(button, path)
      return {
        text: reader.line(parts, `${path}.text`, ''),
        url: reader.link(parts, `${path}.url`, 'cta', null),
        style: styleOf(field(parts, 'style')),
      }
    }),
    testimonials: reader.list(sent, 'testimonials', TESTIMONIALS_MAX, before.testimonials, (testimonial, path) => {
      const parts = reader.record(testimonial, path)
      return {
        author_name: reader.line(parts, `${path}.author_name`, '') || defaultAuthor,
        content: reader.lines(parts, `${path}.content`, '') || defaultTestimonial,
        image_url: reader.file(parts, `${path}.image_url`, null),
      }
    }),
  }
  // Before any is dropped: who sent the list finds the fault where it was sent.
  for (const [path, sentence] of Object.entries(textFaults(content, submit))) faults[path] ??= sentence
  content.content.services = withoutRepeated(content.content.services)
  return { content, faults }
}

/** The sentences about texts, by path: too long or unreadable; too short where they are handed in. */
function textFaults(content: ShowcaseContent, submit: boolean): Record<string, string> {
  const faults: Record<string, string> = {}
  const judge = (path: string, text: string | null, limit: Limit, optional = false) => {
    const least = !submit || (optional && !text) ? 0 : limit.min
    const sentence = textFault(text ?? '', { min: least, max: limit.max })
    if (sentence !== null) faults[path] = sentence
  }
  const { profile, content: rest } = content
  judge('profile.display_name', profile.display_name, limits.display_name)
  judge('profile.subtitle', profile.subtitle, limits.subtitle)
  judge('profile.description', profile.description, limits.description)
  judge('profile.bio_extended', profile.bio_extended, limits.bio_extended)
  for (const [index, service] of rest.services.entries()) {
    judge(`content.services.${index}`, service, limits.service, true)
    if (service.includes(',')) faults[`content.services.${index}`] ??= manyServices
  }
  judge('content.pdf_title', rest.pdf_title, limits.pdf_title)
  for (const [index, { text }] of content.cta_buttons.entries()) {
    judge(`cta_buttons.${index}.text`, text, limits.cta_text, true)
  }
  for (const [index, { author_name, content: words }] of content.testimonials.entries()) {
    judge(`testimonials.${index}.author_name`, author_name, limits.testimonial_author)
    judge(`testimonials.${index}.content`, words, limits.testimonial)
  }
  return faults
}

/** Why a tidy text is refused, or null. Lengths are in characters as people count them. */
function textFault(text: string, { min, max }: Limit): string | null {
  // What is this long is not counted any further: emoji of families take eleven code units a sign.
  const length = text.length > 12 * max + 100 ? Infinity : graphemes(text)
  if (length > max) return `Al massimo ${max} caratteri.`
  if (length < min) return `Minimo ${min} caratteri`
  if (hidesMarksInProse(text)) return 'Contiene caratteri invisibili o di controllo.'
  if (min > 0 && !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)) return 'Scrivi almeno una lettera o una cifra.'
  return pilesMarks(text) ? 'Contiene troppi segni sovrapposti.' : null
}

interface Reader {
  /** A named part; empty where it was not sent. */
  part: (sent: Parts, name: string) => Parts
  record: (value: unknown, path: string) => Parts
  text: (value: unknown, path: string, tidy: (text: string) => string | null) => string
  /** A text of one line, or of several; the path's end is the field's name. */
  line: (parts: Parts, path: string, before: string) => string
  lines: (parts: Parts, path: string, before: string) => string
  link: (parts: Parts, path: string, name: LinkField, before: string | null) => string | null
  address: (value: unknown, path: string, kind: FileKind) => string | null
  file: (parts: Parts, path: string, before: string | null, kind?: FileKind) => string | null
  list: <T>(
    parts: Parts,
    path: string,
    most: number,
    before: readonly T[],
    read: (value: unknown, path: string) => T,
  ) => T[]
}

function createReader(faults: Record<string, string>, myfxbookHost: string): Reader {
  const refuse = (path: string, sentence: string) => void (faults[path] ??= sentence)
  const named = (path: string) => path.slice(path.lastIndexOf('.') + 1)
  const reader: Reader = {
    part: (sent, name) => reader.record(field(sent, name) ?? {}, name),
    record(value, path) {
      if (isParts(value)) return value
      refuse(path, wrongShape)
      return {}
    },
    text(value, path, tidy) {
      if (value === null) return ''
      if (typeof value === 'string') return tidy(value) ?? ''
      refuse(path, 'Deve essere un testo.')
      return ''
    },
    line: (parts, path, before) => textOf(parts, path, before, normaliseLine),
    lines: (parts, path, before) => textOf(parts, path, before, normaliseParagraphs),
    link(parts, path, name, before) {
      const value = field(parts, named(path))
      if (value === undefined) return before
      const text = reader.text(value, path, (typed) => typed.trim())
      const short = text !== '' && text.length < limits.url.min && name === 'cta'
      const read = short
        ? { ok: false as const, sentence: `Minimo ${limits.url.min} caratteri` }
        : readShowcaseLink(name, text, myfxbookHost)
      if (read.ok) return read.url
      refuse(path, read.sentence)
      return null
    },
    address(value, path, kind) {
      const text = reader.text(value, path, (typed) => typed.trim())
      if (text === '') return null
      if (fileOf(text)?.kind === kind) return text
      refuse(
        path,
        kind === 'pdf'
          ? 'Carica qui il PDF: un indirizzo non basta.'
          : 'Carica qui l’immagine: un indirizzo non basta.',
      )
      return null
    },
    file(parts, path, before, kind = 'image') {
      const value = field(parts, named(path))
      return value === undefined ? before : reader.address(value, path, kind)
    },
    list(parts, path, most, before, read) {
      const value = field(parts, named(path))
      if (value === undefined) return [...before]
      if (!Array.isArray(value)) {
        refuse(path, wrongShape)
        return [...before]
      }
      if (value.length > most) refuse(path, `Al massimo ${most}.`)
      return value.slice(0, most).map((each: unknown, index) => read(each, `${path}.${index}`))
    },
  }
  const textOf = (parts: Parts, path: string, before: string, tidy: (text: string) => string | null) => {
    const value = field(parts, named(path))
    return value === undefined ? before : reader.text(value, path, tidy)
  }
  return reader
}

function isParts(value: unknown): value is Parts {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Own fields alone: nothing is inherited from a prototype. */
function field(parts: Parts, name: string): unknown {
  return Object.hasOwn(parts, name) ? parts[name] : undefined
}

function styleOf(value: unknown): ShowcaseContent['cta_buttons'][number]['style'] {
  if (value === undefined || value === null) return 'primary'
  return styles.find((style) => style === value) ?? 'other'
}

/** Empty ones and those that are there already say nothing more. */
function withoutRepeated(services: readonly string[]): string[] {
  const seen = new Set<string>()
  return services.filter((service) => {
    const folded = service.toLowerCase()
    return folded !== '' && !seen.has(folded) && seen.add(folded)
  })
}
