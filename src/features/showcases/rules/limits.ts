/** How long texts of a showcase may be, in characters as people count them, and how many of each there may be. `docs/showcases.md`, content. */
export const limits = {
  display_name: { min: 2, max: 50 },
  subtitle: { min: 5, max: 100 },
  description: { min: 50, max: 500 },
  bio_extended: { min: 0, max: 2_000 },
  service: { min: 2, max: 30 },
  cta_text: { min: 5, max: 30 },
  url: { min: 10, max: 500 },
  pdf_title: { min: 0, max: 80 },
  testimonial_author: { min: 0, max: 50 },
  testimonial: { min: 0, max: 500 },
  moderation_message: { min: 1, max: 1_000 },
} as const satisfies Record<string, { min: number; max: number }>

export const SERVICES_MAX = 8
export const PROMOTIONAL_IMAGES_MAX = 2
export const CTA_BUTTONS_MAX = 5
export const TESTIMONIALS_MAX = 6
