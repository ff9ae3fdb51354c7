const HEADINGS = 'h1, h2, h3'

/** How long the content may take to come; later the person is elsewhere. */
const PATIENCE_MS = 30_000

/**
 * Ref of a control that its own success removes, such as "Riprova". Where it had the focus, the keyboard goes on from the first heading of
 * what comes in its place, else from the last heading above it. A focus that the person moved meanwhile stays.
 */
export function keepPlace(control: HTMLElement | null): (() => void) | undefined {
  if (control === null) return undefined
  return () => {
    if (document.activeElement !== control) return
    const root = control.closest('dialog, [role="dialog"], main') ?? document.body
    const known = [...root.querySelectorAll<HTMLElement>(HEADINGS)]
    const above = known.findLast(
      (heading) =>
        heading.checkVisibility() && control.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_PRECEDING,
    )
    const around: HTMLElement[] = []
    for (let parent = control.parentElement; parent !== null; parent = parent.parentElement) around.push(parent)
    let focused: HTMLElement = document.body
    const attempt = () => {
      // The person has gone on, or the heading stays.
      const active = document.activeElement
      if ((active !== focused && active !== document.body) || focused.matches(HEADINGS)) return observer.disconnect()
      const place = around.find(({ isConnected }) => isConnected)
      const came = [...(place?.querySelectorAll<HTMLElement>(HEADINGS) ?? [])].find(
        (heading) => !known.includes(heading),
      )
      const target = came ?? (above?.isConnected === true ? above : place)
      if (target === undefined || target === focused) return
      focused = target
      if (!target.hasAttribute('tabindex')) target.tabIndex = -1
      target.focus()
    }
    const observer = new MutationObserver(attempt)
    observer.observe(document.body, { childList: true, subtree: true })
    setTimeout(() => observer.disconnect(), PATIENCE_MS)
    // After the commit that removes the control: its successor may come with it.
    queueMicrotask(attempt)
  }
}
