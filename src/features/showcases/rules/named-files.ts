import type { ShowcaseContent } from '../contract.ts'

/** Addresses of uploads that a content shows, by path. */
export function filesOf({ profile, content, testimonials }: ShowcaseContent): Map<string, string> {
  const all: [string, string | null][] = [
    ['profile.profile_image_url', profile.profile_image_url],
    ['profile.cover_image_url', profile.cover_image_url],
    ...content.promotional_images.map((url, index): [string, string] => [`content.promotional_images.${index}`, url]),
    ['content.pdf_download_url', content.pdf_download_url],
    ...testimonials.map(({ image_url }, index): [string, string | null] => [
      `testimonials.${index}.image_url`,
      image_url,
    ]),
  ]
  return new Map(all.flatMap(([path, url]) => (url === null ? [] : [[path, url]])))
}
