import { store } from '#web/hooks/useStored.ts'
import { Button } from '#web/ui/Button.tsx'
import { hiddenColumnsKey, useHiddenColumns } from '../board/columns.ts'
import './filters.css'

/** Columns that a visitor may take out of the table, by their class in it. */
const names: Record<string, string> = {
  trend: 'Andamento',
  days: 'Storico',
  win: 'Win rate e operazioni',
  profit: 'Profitto',
  live: 'P/L Live',
  equity: 'Equity',
  balance: 'Balance',
}

/** The chooser of the columns that the table shows. The device keeps the choice. */
export function ColumnChooser({ onClose }: { onClose: () => void }) {
  const hidden = useHiddenColumns().split(' ')
  const toggle = (name: string) => {
    const others = hidden.filter((one) => one !== name)
    store(hiddenColumnsKey, (others.length < hidden.length ? others : [...hidden, name]).join(' ').trim())
  }
  return (
    <fieldset className="filter-panel columns-panel">
      <legend>Colonne della classifica</legend>
      <div className="columns-choice">
        {Object.entries(names).map(([name, label]) => (
          <label className="check" key={name}>
            <input type="checkbox" checked={!hidden.includes(`no-${name}`)} onChange={() => toggle(`no-${name}`)} />
            <span>{label}</span>
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
