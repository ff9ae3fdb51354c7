/**
 * Ref of a part that never shrinks while its content changes, so that nothing below it moves by itself. Another width of the window starts
 * anew.
 */
export function holdHeight(part: HTMLElement | null): (() => void) | undefined {
  if (part === null) return undefined
  let width = window.innerWidth
  const hold = () => {
    part.style.minHeight = `${part.getBoundingClientRect().height}px`
  }
  const startAnew = () => {
    // A phone's bars change the height alone.
    if (window.innerWidth === width) return
    width = window.innerWidth
    part.style.minHeight = ''
    hold()
  }
  const observer = new ResizeObserver(hold)
  observer.observe(part)
  window.addEventListener('resize', startAnew)
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', startAnew)
  }
}
