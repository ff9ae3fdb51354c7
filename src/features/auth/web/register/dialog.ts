/** The look of floating layers: Base UI marks their first and last frame with data attributes. */
export const backdropLook =
  'fixed inset-0 z-(--z-dialog) bg-scrim transition-opacity duration-(--dur-3) data-ending-style:opacity-0 data-starting-style:opacity-0'

export const popupLook =
  'fixed top-1/2 left-1/2 z-(--z-dialog) w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 rounded-lg bg-raised text-ink shadow-dialog transition-opacity duration-(--dur-3) ease-enter data-ending-style:opacity-0 data-starting-style:opacity-0'
