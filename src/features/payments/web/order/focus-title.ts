/** For whoever pressed what goes away by that: the page's title takes the focus, where it would be lost. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
