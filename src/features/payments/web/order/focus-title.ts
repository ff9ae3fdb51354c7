/** Moves the focus to the page's title where the pressed button goes away. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
