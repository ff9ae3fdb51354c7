import { useState } from 'react'
import { levelNames, platformNames, riskFilter, riskNames, styleNames } from '#features/leaderboard/page.ts'
import type { Selection } from '#features/leaderboard/page.ts'
import { countriesByName } from '#shared/countries.ts'
import { FilterSelect, optionsOf } from '#web/ui/forms/FilterSelect.tsx'
import { Term } from '#web/ui/terms/Term.tsx'
import type { DefinedTerm } from '#shared/text/definitions.ts'

interface FilterFieldsProps {
  selection: Selection
  /** A choice was made. */
  onChoose: () => void
  /** Somebody types. */
  onType: () => void
}

const { L0: _, ...levels } = levelNames

/** The filters of the list as fields of a form; each keeps its name in the address. */
export function FilterFields({ selection, onChoose, onType }: FilterFieldsProps) {
  const number = { selection, onType }
  const [countries] = useState(countriesByName)
  return (
    <div className="filter-fields">
      <Threshold {...number} name="months_min" label="Storico: almeno" unit="mesi" of="days" most={240} />
      <Threshold {...number} name="months_max" label="Storico: al massimo" unit="mesi" of="days" most={240} />
      <Threshold {...number} name="drawdown_max" label="Drawdown: al massimo" unit="%" of="drawdown" most={100} />
      <Threshold
        {...number}
        name="month_loss_max"
        label="Perdita in un mese: al massimo"
        unit="%"
        of="month"
        most={100}
      />
      <Threshold
        {...number}
        name="climb_min"
        label="Posizioni in più: almeno"
        unit="7 giorni"
        of="climb"
        most={1_000_000}
      />
      <Threshold {...number} name="trades_min" label="Operazioni: almeno" unit="" of="trades" most={1_000_000} />
      <FilterSelect
        label="Livello di verifica"
        name="level_min"
        value={selection.level_min ?? ''}
        onChange={onChoose}
        options={optionsOf({ '': levelNames.L0, ...levels })}
      />
      <FilterSelect
        label={riskFilter}
        name="risk_level"
        value={selection.risk_level ?? ''}
        onChange={onChoose}
        options={optionsOf({ '': 'Ogni rischio', ...riskNames })}
      />
      <FilterSelect
        label="Stile di trading"
        name="trading_style"
        value={selection.trading_style ?? ''}
        onChange={onChoose}
        options={optionsOf({ '': 'Tutti gli stili', ...styleNames })}
      />
      <FilterSelect
        label="Piattaforma"
        name="platform"
        value={selection.platform ?? ''}
        onChange={onChoose}
        options={optionsOf({ '': 'MT4 e MT5', ...platformNames })}
      />
      <FilterSelect
        label="Paese"
        name="country"
        value={selection.country ?? ''}
        onChange={onChoose}
        options={[
          { value: '', label: 'Tutti i paesi' },
          ...countries.map(({ code, name }) => ({ value: code, label: name })),
        ]}
      />
      <Text selection={selection} onType={onType} name="symbol" label="Simbolo (ultimi 90 giorni)" hint="XAUUSD" />
      <Text selection={selection} onType={onType} name="currency" label="Valuta del conto" hint="EUR" />
      <label className="check filter-check">
        <input type="checkbox" name="diamond" value="1" checked={selection.diamond === '1'} onChange={onChoose} />
        <span>Solo Diamond</span>
      </label>
    </div>
  )
}

interface FieldProps {
  selection: Selection
  onType: () => void
  label: string
}

interface ThresholdProps extends FieldProps {
  name: 'months_min' | 'months_max' | 'drawdown_max' | 'month_loss_max' | 'climb_min' | 'trades_min'
  unit: string
  of: DefinedTerm
  most: number
}

function Threshold({ selection, onType, name, label, unit, of, most }: ThresholdProps) {
  return (
    <div className="filter">
      <span>
        <label htmlFor={`filter-${name}`}>{unit === '' ? label : `${label} (${unit})`}</label>
        <Term of={of} mark>
          {label}
        </Term>
      </span>
      <input
        id={`filter-${name}`}
        className="input"
        type="number"
        inputMode="numeric"
        name={name}
        min={1}
        max={most}
        step={1}
        placeholder="qualsiasi"
        defaultValue={selection[name]}
        onChange={onType}
      />
    </div>
  )
}

function Text({ selection, onType, name, label, hint }: FieldProps & { name: 'symbol' | 'currency'; hint: string }) {
  return (
    <label className="filter">
      <span>{label}</span>
      <input
        className="input"
        name={name}
        maxLength={name === 'currency' ? 3 : 20}
        autoComplete="off"
        autoCapitalize="characters"
        placeholder={`es. ${hint}`}
        defaultValue={selection[name]}
        onChange={onType}
      />
    </label>
  )
}
