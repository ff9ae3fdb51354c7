import { navigate } from '#web/router.ts'
import { FilterSelect } from '#web/ui/forms/FilterSelect.tsx'
import { addressOf, withSort, withStatus, type CaseSort, type Selection } from './selection.ts'

const statuses = [
  { value: 'waiting', label: 'In attesa' },
  { value: 'open', label: 'Aperte, senza risposta' },
  { value: 'answered', label: 'Con risposta' },
  { value: 'upheld', label: 'Confermate' },
  { value: 'cleared', label: 'Chiuse, tutto a posto' },
  { value: 'all', label: 'Tutte' },
]

const sorts: { value: CaseSort; label: string }[] = [
  { value: 'waiting', label: 'Da chi attende di più' },
  { value: 'newest', label: 'Dall’ultima aperta' },
  { value: 'seen', label: 'Dall’ultima prova' },
  { value: 'reply', label: 'Dalla scadenza della risposta' },
  { value: 'trader', label: 'Per trader' },
]

interface CaseFiltersProps {
  selection: Selection
  /** Findings that open cases; empty until the list is there. */
  findings: readonly { code: string; name: string }[]
}

export function CaseFilters({ selection, findings }: CaseFiltersProps) {
  const codes = [
    { value: '', label: 'Tutte le segnalazioni' },
    ...findings.map(({ code, name }) => ({ value: code, label: name })),
    // The address may name a finding before the list is there, or one of another version.
    ...(selection.code === '' || findings.some(({ code }) => code === selection.code)
      ? []
      : [{ value: selection.code, label: selection.code }]),
  ]
  const go = (address: string) => navigate(address, { replace: true })
  return (
    <div className="grid max-w-[840px] grid-cols-3 gap-4 max-[820px]:grid-cols-1">
      <FilterSelect
        label="Stato"
        options={statuses}
        value={selection.status}
        onChange={(event) => go(withStatus(selection, event.target.value))}
      />
      <FilterSelect
        label="Segnalazione"
        options={codes}
        value={selection.code}
        onChange={(event) => go(addressOf(selection, { code: event.target.value }))}
      />
      <FilterSelect
        label="Ordine"
        options={sorts}
        value={selection.sort}
        onChange={(event) => go(withSort(selection, event.target.value))}
      />
    </div>
  )
}
