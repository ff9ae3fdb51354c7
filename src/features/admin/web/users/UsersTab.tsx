import { RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { adminAddress } from '#shared/admin-pages.ts'
import * as format from '#shared/format.ts'
import { readError } from '#web/api.ts'
import { useDebouncedValue } from '#web/useDebouncedValue.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { FilterSelect } from '#web/ui/forms/FilterSelect.tsx'
import { Kpi, KpiStrip } from '#web/ui/figures/Kpi.tsx'
import { FileButton } from '#web/ui/list/FileButton.tsx'
import { PanelSearch } from '#web/ui/forms/PanelSearch.tsx'
import { planOptions, useUsers, type PlanFilter } from './list.ts'
import { NumberButton } from './NumberButton.tsx'
import { UserRow } from './UserRow.tsx'

const columns = ['N.', 'Utente', 'Piano', 'Scadenza', 'Server e conto', 'Password investitore']

/** Users for admins, the last registered first: ten. The others are on their page. */
export function UsersTab() {
  const [typed, setTyped] = useState('')
  const [plan, setPlan] = useState<PlanFilter>('')
  const heading = useRef<HTMLHeadingElement>(null)
  const searched = useDebouncedValue(typed)
  const list = useUsers(searched, plan)
  const { error, isPending } = list
  const rows = list.data?.users ?? []
  const total = list.data?.total ?? 0
  return (
    <>
      {list.data !== undefined && (
        <KpiStrip>
          <Kpi label="Utenti totali" figure={format.count(list.data.stats.total_users)} />
          <Kpi label="Utenti Diamond" figure={format.count(list.data.stats.diamond_users)} />
          <Kpi label="EA verificati" figure={format.count(list.data.stats.ea_verified_count)} />
        </KpiStrip>
      )}
      <h3 ref={heading} tabIndex={-1} className="sr-only">
        Utenti
      </h3>
      <div className="adm-tools items-end">
        <PanelSearch label="Cerca nome, email o conto" value={typed} onChange={setTyped} />
        <FilterSelect
          label="Piano"
          value={plan}
          onChange={(event) => setPlan(event.target.value as PlanFilter)}
          options={planOptions}
        />
        {rows.length > 0 && <span className="adm-range">{format.range(1, rows.length, total)}</span>}
      </div>
      {isPending && (
        <output className="skeleton mt-3 grid h-[320px] place-items-center text-ui text-ink-2">
          Caricamento utenti...
        </output>
      )}
      {error !== null && (
        <div className="mt-3">
          <Alert
            tone="danger"
            lead={readError(error).status === 0 ? 'Errore connessione server' : 'Errore caricamento utenti'}
            live
            action={
              <Button size="sm" onClick={() => void list.refetch()}>
                <RotateCw size={14} strokeWidth={2} aria-hidden />
                Riprova
              </Button>
            }
          >
            {rows.length > 0 ? 'L’elenco potrebbe non essere aggiornato.' : readError(error).message}
          </Alert>
        </div>
      )}
      {!isPending && error === null && rows.length === 0 && (
        <p className="mt-3 border-y border-line py-6 text-center text-ui text-ink-2">
          {searched === '' && plan === '' ? 'Nessun utente.' : 'Nessun utente con questi filtri.'}
        </p>
      )}
      <output className="sr-only">
        {isPending || error !== null
          ? ''
          : `${format.counted(total, 'utente', 'utenti')}, ${format.counted(rows.length, 'mostrato', 'mostrati')}`}
      </output>
      {rows.length > 0 && (
        <div className="adm-table adm-users">
          <table className="table">
            <caption className="sr-only">Utenti</caption>
            <thead>
              <tr>
                {columns.map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
                <th scope="col">
                  <span className="sr-only">Azioni</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <UserRow key={row.trader_id} user={row} onGone={() => heading.current?.focus()} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <ButtonLink size="sm" href={adminAddress('users', { q: searched, plan })}>
          Vedi tutti
        </ButtonLink>
        <span className="ml-auto flex flex-wrap gap-2">
          {rows.some((row) => row.user_sequential_id === null) && <NumberButton />}
          {rows.length > 0 && (
            <FileButton path="/api/admin/users.csv" query={{ q: searched, plan }} name="toptrader-utenti.csv" />
          )}
        </span>
      </div>
    </>
  )
}
