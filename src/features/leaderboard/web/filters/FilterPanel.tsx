import { useEffect, useRef } from 'react'
import { addressOfSelection, selectionOf, type Selection } from '#features/leaderboard/page.ts'
import * as format from '#shared/format/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { useFilterForm } from '#web/ui/forms/useFilterForm.ts'
import { withoutFilters } from '../lists.ts'
import { FilterFields } from './FilterFields.tsx'
import './filters.css'

/** Milliseconds after the last key. */
const typingPause = 400

interface FilterPanelProps {
  selection: Selection
  total: number | null
  onClose: () => void
}

/** All filters, over the table. Each change goes into the address at once, and the count follows. */
export function FilterPanel({ selection, total, onClose }: FilterPanelProps) {
  const { form, apply, onSubmit } = useFilterForm((fields) => {
    const { q, traders, sort_by, order } = selection
    return addressOfSelection({
      ...selectionOf(fields),
      ...(q && { q }),
      ...(traders && { traders }),
      ...(sort_by && { sort_by }),
      ...(order && { order }),
    })
  })
  const pending = useRef(0)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input, select')?.focus()
    return () => window.clearTimeout(pending.current)
  }, [form])
  const type = () => {
    window.clearTimeout(pending.current)
    pending.current = window.setTimeout(() => apply(true), typingPause)
  }
  return (
    <form
      ref={form}
      className="filter-panel"
      aria-label="Filtra la classifica"
      onSubmit={(event) => {
        onSubmit(event)
        onClose()
      }}
    >
      <FilterFields selection={selection} onChoose={() => apply()} onType={type} />
      <div className="filter-actions">
        <Button variant="primary" type="submit">
          {total === null ? 'Mostra i trader' : `Mostra ${format.counted(total, 'trader', 'trader')}`}
        </Button>
        <a className="btn btn-text" href={withoutFilters(selection)} onClick={() => form.current?.reset()}>
          Azzera i filtri
        </a>
      </div>
    </form>
  )
}
