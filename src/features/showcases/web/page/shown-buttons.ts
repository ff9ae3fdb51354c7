import type { Showcase } from '#features/showcases/contract.ts'

type Button = Showcase['cta_buttons'][number]

/** A button that visitors see, with its place from 1 among all buttons of the answer. */
export interface ShownButton extends Omit<Button, 'url'> {
  url: string
  position: number
}

/** The trader's own buttons that have both a text and an address. */
export function shownButtons({ cta_buttons: buttons }: Pick<Showcase, 'cta_buttons'>): ShownButton[] {
  return buttons.flatMap(({ text, url, style }, index) =>
    text.trim() === '' || url === null ? [] : [{ text, url, style, position: index + 1 }],
  )
}
