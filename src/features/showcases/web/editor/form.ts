import { emptyContent } from '#features/showcases/rules/content.ts'
import { fields, type ShowcaseContent } from '#features/showcases/rules/fields.ts'
import { shapeOf } from '#features/showcases/rules/shape.ts'

/** The content in the shape of the editor's fields, and the conversion in both directions. Pure except for the rows' keys. */

/** A row with a key, by which it keeps its element while the list changes. */
export type Row<T> = T & { readonly key: string }
export type CtaButton = ShowcaseContent['cta_buttons'][number]
export type Testimonial = ShowcaseContent['testimonials'][number]

export interface Form extends Pick<ShowcaseContent, 'profile' | 'links'> {
  content: Omit<ShowcaseContent['content'], 'promotional_images'> & {
    /** One place for each possible picture; null for an empty one. */
    promotional_images: (string | null)[]
  }
  cta_buttons: Row<CtaButton>[]
  testimonials: Row<Testimonial>[]
  /** Typed into the services' field and not one of them yet. */
  service: string
}

let rows = 0
/** Gives a value a new key. */
export function rowOf<T extends object>(value: T): Row<T> {
  rows += 1
  return { ...value, key: `row${rows}` }
}

/** The first content of a showcase, with the account's name and link. */
export function firstContent(account: { display_name: string; myfxbook_url: string | null }): ShowcaseContent {
  const empty = emptyContent()
  return {
    ...empty,
    profile: { ...empty.profile, display_name: account.display_name },
    links: { ...empty.links, myfxbook_url: account.myfxbook_url },
  }
}

/** The form of a content. @param service the text typed into the services' field */
export function formOf(given: ShowcaseContent, service = ''): Form {
  const content = shapeOf(given)
  const images = content.content.promotional_images
  return {
    ...content,
    content: {
      ...content.content,
      promotional_images: Array.from(
        { length: fields.content.promotional_images.most },
        (_, place) => images[place] ?? null,
      ),
    },
    cta_buttons: content.cta_buttons.map(rowOf),
    testimonials: content.testimonials.map(rowOf),
    service,
  }
}

/** The content to send, without empty places and empty addresses. */
export const contentOf = (form: Form): ShowcaseContent => shapeOf(form)
