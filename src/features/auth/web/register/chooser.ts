/** The look of a list that opens under a field. */
export const listLook =
  'w-(--anchor-width) max-w-(--available-width) rounded-lg bg-raised text-ink shadow-menu transition-opacity duration-(--dur-2) data-ending-style:opacity-0 data-starting-style:opacity-0'

export const optionsLook =
  'max-h-[min(320px,var(--available-height))] overflow-y-auto overscroll-contain scroll-py-1 py-1 outline-none data-empty:p-0'

export const optionLook =
  'flex min-h-10 cursor-default items-center gap-2.5 px-3 py-2 text-ui leading-5 outline-none select-none data-highlighted:bg-action data-highlighted:text-on-action data-selected:font-semibold max-[820px]:min-h-11 pointer-coarse:min-h-11 forced-colors:data-highlighted:outline-2'
