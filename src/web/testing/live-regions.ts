import { onTestFinished } from 'vitest'

const regions = 'output, [role=status], [role=alert], [aria-live]'

/**
 * Watches the live regions of a screen: a screen reader speaks what changes in them.
 * @returns the text of each one that changed, appeared or went since, a text for each change
 */
export function watchLiveRegions(root: Element): () => string[] {
  const spoken: string[] = []
  const note = (records: MutationRecord[]) => {
    for (const { target, addedNodes, removedNodes } of records) {
      const around = (target instanceof Element ? target : target.parentElement)?.closest(regions)
      const within = [...addedNodes, ...removedNodes].filter((node) => node instanceof Element)
      const moved = within.flatMap((node) => [
        ...(node.matches(regions) ? [node] : []),
        ...node.querySelectorAll(regions),
      ])
      spoken.push(...[around ?? [], moved].flat().map((region) => region.textContent))
    }
  }
  const observer = new MutationObserver(note)
  observer.observe(root, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  return () => {
    note(observer.takeRecords())
    return spoken
  }
}
