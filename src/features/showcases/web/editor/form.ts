import type { ShowcaseContent } from '#features/showcases/contract.ts'
import { emptyContent } from '#features/showcases/rules/content.ts'
import { PROMOTIONAL_IMAGES_MAX } from '#features/showcases/rules/limits.ts'
import { ctaStyles, linkNames } from './names.ts'

/** Content as the editor's fields hold it, and its way there and back. Pure but for the rows' keys. */

/** Keeps its place on the page while the list around it changes. */
export type Row<T> = T & { readonly key: string }
export type CtaButton = ShowcaseContent['cta_buttons'][number]
export type Testimonial = ShowcaseContent['testimonials'][number]

export interface Form extends Pick<ShowcaseContent, 'profile' | 'links'> {
  content: Omit<ShowcaseContent['content'], 'promotional_images'> & {
    /** As many places as there may be pictures, some of them empty. */
    promotional_images: (string | null)[]
  }
  cta_buttons: Row<CtaButton>[]
  testimonials: Row<Testimonial>[]
  /** Typed into the services' field and not one of them yet. */
  service: string
}

let rows = 0
export function rowOf<T extends object>(value: T): Row<T> {
  rows += 1
  return { ...value, key: `row${rows}` }
}

/** Where a showcase begins: with what the account already says. */
export function firstContent(account: { display_name: string; myfxbook_url: string | null }): ShowcaseContent {
  const empty = emptyContent()
  return {
    ...empty,
    profile: { ...empty.profile, display_name: account.display_name },
    links: { ...empty.links, myfxbook_url: account.myfxbook_url },
  }
}

export function formOf(given: ShowcaseContent, service = ''): Form {
  const content = canonical(given)
  const images = content.content.promotional_images
  return {
    ...content,
    content: {
      ...content.content,
      promotional_images: Array.from({ length: PROMOTIONAL_IMAGES_MAX }, (_, place) => images[place] ?? null),
    },
    cta_buttons: content.cta_buttons.map(rowOf),
    testimonials: content.testimonials.map(rowOf),
    service,
  }
}

/** What is sent: places that are empty are left out, and empty addresses are none. */
export function contentOf({ profile, links, content, cta_buttons: buttons, testimonials }: Form): ShowcaseContent {
  const linkEntries = Object.entries(links).map(([name, url]) => [name, filled(url)])
  return {
    profile: { ...profile, bio_extended: filled(profile.bio_extended) },
    links: Object.fromEntries(linkEntries) as ShowcaseContent['links'],
    content: {
      ...content,
      promotional_images: content.promotional_images.filter((url) => url !== null),
      video_url: filled(content.video_url),
      pdf_title: filled(content.pdf_title),
    },
    cta_buttons: buttons.map(({ text, url, style }) => ({ text, url: filled(url), style })),
    testimonials: testimonials.map((row) => ({
      author_name: row.author_name,
      content: row.content,
      image_url: row.image_url,
    })),
  }
}

function filled(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text
}

type Part = Record<string, unknown>

const part = (value: unknown): Part => (typeof value === 'object' && value !== null ? (value as Part) : {})
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const orNone = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The same content in one spelling: parts in one order, and nothing that is not one of them. */
export function canonical(given: object): ShowcaseContent {
  const stored = part(given)
  const profile = part(stored['profile'])
  const links = part(stored['links'])
  const content = part(stored['content'])
  return {
    profile: {
      display_name: text(profile['display_name']),
      subtitle: text(profile['subtitle']),
      description: text(profile['description']),
      bio_extended: orNone(profile['bio_extended']),
      profile_image_url: orNone(profile['profile_image_url']),
      cover_image_url: orNone(profile['cover_image_url']),
    },
    links: Object.fromEntries(linkNames.map((name) => [name, orNone(links[name])])) as ShowcaseContent['links'],
    content: {
      services: list(content['services']).map(text),
      promotional_images: list(content['promotional_images']).map(text),
      video_url: orNone(content['video_url']),
      pdf_download_url: orNone(content['pdf_download_url']),
      pdf_title: orNone(content['pdf_title']),
    },
    cta_buttons: list(stored['cta_buttons']).map((row) => {
      const { text: words, url, style } = part(row)
      return { text: text(words), url: orNone(url), style: ctaStyles.find((one) => one === style) ?? 'other' }
    }),
    testimonials: list(stored['testimonials']).map((row) => {
      const { author_name: author, content: words, image_url: image } = part(row)
      return { author_name: text(author), content: text(words), image_url: orNone(image) }
    }),
  }
}
