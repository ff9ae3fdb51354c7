import type { RefObject } from 'react'
import * as format from '#shared/format/format.ts'
import type { ListProps } from './props.ts'
import type { ListState } from './state.ts'
import { usePriorRowsText } from './usePriorRowsText.ts'

type CountProps = Pick<ListProps<unknown>, 'result' | 'rows' | 'total'> & {
  state: Pick<ListState, 'isCompact' | 'page' | 'rows'>
  element?: RefObject<HTMLOutputElement | null>
}

/** How many rows match, and which of them are shown. */
export function Count({ state, result, rows, total = 0, element }: CountProps) {
  const prior = usePriorRowsText(result)
  return (
    <output ref={element} tabIndex={-1} className="list-count">
      {result.isPlaceholderData ? prior : rows === undefined ? '' : countText(state, total, rows.length)}
    </output>
  )
}

/** `412 risultati, da 26 a 50`; in the panel `1–10 di 412`. */
function countText({ isCompact, page, rows }: CountProps['state'], total: number, shown: number): string {
  if (isCompact) return shown === 0 ? '' : format.range(1, shown, total)
  const all = format.counted(total, 'risultato', 'risultati')
  const before = (page - 1) * rows
  return shown === 0 || total <= rows ? all : `${all}, da ${format.count(before + 1)} a ${format.count(before + shown)}`
}
