import { findingCodes, catalogue } from '#features/integrity/catalogue.ts'
import { findingNames } from '#features/integrity/words-admin.ts'
import { navigate } from '#web/router.ts'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { addressOf, selectionOf, type Selection } from './selection.ts'

const statuses = [
  { value: 'waiting', label: 'In attesa' },
  { value: 'open', label: 'Aperte, senza risposta' },
  { value: 'answered', label: 'Con risposta' },
  { value: 'upheld', label: 'Confermate' },
  { value: 'cleared', label: 'Chiuse, tutto a posto' },
]

/** Only these findings open cases. */
const withCases = new Set(findingCodes.filter((code) => ['warning', 'hold'].includes(catalogue[code].consequence)))
const codes = [
  { value: '', label: 'Tutte le segnalazioni' },
  ...findingNames()
    .filter(({ code }) => withCases.has(code))
    .map(({ code, name }) => ({ value: code, label: name })),
]

export function CaseFilters({ selection }: { selection: Selection }) {
  const select = (change: Record<string, string>) => {
    const { status, code } = selectionOf(
      new URLSearchParams({ status: selection.status, code: selection.code, ...change }),
    )
    navigate(addressOf({ status, code, cursor: null, case: null }), { replace: true })
  }
  return (
    <div className="grid max-w-[560px] grid-cols-2 gap-4 max-[820px]:grid-cols-1">
      <FilterSelect
        label="Stato"
        options={statuses}
        value={selection.status}
        onChange={(event) => select({ status: event.target.value })}
      />
      <FilterSelect
        label="Segnalazione"
        options={codes}
        value={selection.code}
        onChange={(event) => select({ code: event.target.value })}
      />
    </div>
  )
}
