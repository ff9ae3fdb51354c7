import { OPENER } from '#web/ui/list/ListTable.tsx'

/** The keyboard goes back to the button of a row whose acts are gone from the screen; to the title where the row is gone, too. */
export function backToRow(id: string): void {
  const row = document.querySelector<HTMLElement>(`[${OPENER}="${CSS.escape(id)}"]`)
  ;(row ?? document.querySelector<HTMLElement>('#contenuto h1'))?.focus()
}
