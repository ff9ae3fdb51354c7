import type { ShowcaseContent } from '#features/showcases/contract.ts'

/** Everything of a showcase that people read, by path: what is judged for promises and numbers. Empty texts are left out. */
export function textsOf({ profile, content, cta_buttons, testimonials }: ShowcaseContent): Record<string, string> {
  const all: [string, string | null][] = [
    ['profile.display_name', profile.display_name],
    ['profile.subtitle', profile.subtitle],
    ['profile.description', profile.description],
    ['profile.bio_extended', profile.bio_extended],
    ...content.services.map((text, index): [string, string] => [`content.services.${index}`, text]),
    ['content.pdf_title', content.pdf_title],
    ...cta_buttons.map(({ text }, index): [string, string] => [`cta_buttons.${index}.text`, text]),
    ...testimonials.flatMap(({ author_name, content: words }, index): [string, string][] => [
      [`testimonials.${index}.author_name`, author_name],
      [`testimonials.${index}.content`, words],
    ]),
  ]
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== ''))
}
