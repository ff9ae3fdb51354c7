import { Download, Hash, RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import type { numberUsers } from '#features/admin/users-contract.ts'
import * as format from '#shared/format.ts'
import { addressOf, readError, send } from '#web/api.ts'
import { useSettled } from '#web/settled.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { Kpi, KpiStrip } from '#web/ui/Kpi.tsx'
import { PanelSearch } from '#web/ui/PanelSearch.tsx'
import { fetchFile, keepFile } from '#web/ui/upload/transfer.ts'
import { faultText, useRenew, useUsers, type PlanFilter } from './list.ts'
import { UserRow } from './UserRow.tsx'

const planOptions = [
  { value: '', label: 'Tutti i piani' },
  { value: 'diamond', label: 'Diamond' },
  { value: 'basic', label: 'Basic' },
  { value: 'free', label: 'Free o scaduti' },
]
const columns = ['N.', 'Utente', 'Piano', 'Scadenza', 'Server e conto', 'Password investitore']

/** Users for admins, the last registered first: ten, and more on demand. */
export function UsersTab() {
  const [typed, setTyped] = useState('')
  const [plan, setPlan] = useState<PlanFilter>('')
  const heading = useRef<HTMLHeadingElement>(null)
  const searched = useSettled(typed)
  const list = useUsers(searched, plan)
  const { error, isPending } = list
  const last = list.data?.pages.at(-1)
  // One that moved while the next page came stands on both.
  const rows = [...new Map(list.data?.pages.flatMap((page) => page.users).map((row) => [row.trader_id, row])).values()]
  const total = last?.total ?? 0
  return (
    <>
      {last !== undefined && (
        <KpiStrip>
          <Kpi label="Utenti totali" figure={format.count(last.stats.total_users)} />
          <Kpi label="Utenti Diamond" figure={format.count(last.stats.diamond_users)} />
          <Kpi label="EA verificati" figure={format.count(last.stats.ea_verified_count)} />
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
        {rows.length > 0 && (
          <span className="adm-range">
            {format.count(rows.length)} di {format.count(total)}
          </span>
        )}
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
          : `${format.counted(total, 'utente', 'utenti')}, ${format.count(rows.length)} mostrati`}
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
        {list.hasNextPage && (
          <Button
            size="sm"
            busy={list.isFetchingNextPage && 'Caricamento...'}
            onClick={() => void list.fetchNextPage()}
          >
            Mostra altri
          </Button>
        )}
        <span className="ml-auto flex flex-wrap gap-2">
          {rows.some((row) => row.user_sequential_id === null) && <NumberButton />}
          {rows.length > 0 && <FileButton q={searched} plan={plan} />}
        </span>
      </div>
    </>
  )
}

/** Where somebody on the list has no number yet. */
function NumberButton() {
  const renew = useRenew()
  const [isBusy, setBusy] = useState(false)
  async function number() {
    setBusy(true)
    try {
      const { migrated } = await send<typeof numberUsers>('POST /api/admin/users/migrate-sequential-ids', {})
      toast(
        migrated === 0
          ? 'Tutti gli utenti avevano già un numero.'
          : `${format.counted(migrated, 'utente numerato', 'utenti numerati')}.`,
        'ok',
      )
      await renew()
    } catch (error) {
      toast(faultText(error), 'danger')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" busy={isBusy && 'Attendi...'} onClick={() => void number()}>
      <Hash size={15} strokeWidth={1.75} aria-hidden />
      Assegna i numeri mancanti
    </Button>
  )
}

/** The users of the filter, all of them, as a file. */
function FileButton({ q, plan }: { q: string; plan: PlanFilter }) {
  const [isBusy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    try {
      const address = addressOf('/api/admin/users.csv', { query: { q, plan } })
      const { file, name } = await fetchFile(address, { signal: new AbortController().signal, onProgress: () => {} })
      keepFile(file, name ?? 'toptrader-utenti.csv')
    } catch (error) {
      toast(faultText(error), 'danger')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" busy={isBusy && 'Preparazione...'} onClick={() => void download()}>
      <Download size={15} strokeWidth={1.75} aria-hidden />
      Esporta CSV
    </Button>
  )
}
