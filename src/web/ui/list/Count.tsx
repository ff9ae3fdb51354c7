import type { RefObject } from 'react'
import * as format from '#shared/format/format.ts'
import { useMoves } from './row-moves.ts'
import type { ListProps } from './props.ts'
import type { ListState } from './state.ts'
import { usePriorRowsText } from './usePriorRowsText.ts'

type CountProps = Pick<ListProps<unknown>, 'result' | 'total'> & {
  state: Pick<ListState, 'isCompact' | 'page' | 'rows' | 'fileQuery'>
  /** The shown rows’ ids; undefined until the first answer. */
  ids: readonly string[] | undefined
  element?: RefObject<HTMLOutputElement | null>
}

/** How many rows match, which of them are shown, and whether rows moved between the pages that were read. */
export function Count({ state, result, ids, total = 0, element }: CountProps) {
  const prior = usePriorRowsText(result)
  const haveMoved = useMoves(
    result.isPlaceholderData || ids === undefined
      ? undefined
      : { selection: JSON.stringify(state.fileQuery), page: state.page, ids, total },
  )
  return (
    <output ref={element} tabIndex={-1} className="list-count">
      {result.isPlaceholderData ? prior : ids === undefined ? '' : countText(state, total, ids.length)}
      {haveMoved && '. L’elenco è cambiato: una riga può ripetersi o mancare. Ricomincia dalla prima pagina.'}
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
