import { Button } from '#web/ui/Button.tsx'
import { hideColumns, optionalColumns, useHiddenColumns, type OptionalColumn } from '../board/columns.ts'
import './filters.css'

const names = Object.keys(optionalColumns) as OptionalColumn[]

/** Which columns the table shows. The device keeps the choice. */
export function ColumnChooser({ onClose }: { onClose: () => void }) {
  const hidden = useHiddenColumns()
  const toggle = (name: OptionalColumn) =>
    hideColumns(hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name])
  return (
    <fieldset className="filter-panel columns-panel">
      <legend>Colonne della classifica</legend>
      <div className="columns-choice">
        {names.map((name) => (
          <label className="check" key={name}>
            <input type="checkbox" checked={!hidden.includes(name)} onChange={() => toggle(name)} />
            <span>{optionalColumns[name]}</span>
          </label>
        ))}
      </div>
      <p>
        Posizione, ROI e Drawdown restano sempre, e così la colonna che ordina la classifica. La scelta resta su questo
        dispositivo.
      </p>
      <Button size="sm" onClick={onClose}>
        Chiudi
      </Button>
    </fieldset>
  )
}
