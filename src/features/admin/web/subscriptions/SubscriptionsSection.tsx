import { UserPlus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { adminAddress } from '#shared/admin-pages.ts'
import type { SubscriptionFilter } from '#features/subscriptions/contract.ts'
import { endingDays } from '#features/subscriptions/rules.ts'
import * as format from '#shared/format.ts'
import { useDebouncedValue } from '#web/useDebouncedValue.ts'
import { Button } from '#web/ui/Button.tsx'
import { FilterSelect } from '#web/ui/forms/FilterSelect.tsx'
import { AssignForm, isAssignmentBegun } from './AssignForm.tsx'
import { PanelSearch } from '#web/ui/forms/PanelSearch.tsx'
import { FirstRows } from '#features/payments/web/admin/ListParts.tsx'
import { useSubscriptions } from './subscriptions.ts'
import { SubscriptionRow } from './SubscriptionRow.tsx'

const columns = [
  { title: 'Trader' },
  { title: 'Piano' },
  { title: 'Scadenza' },
  { title: 'Stato' },
  { title: 'Azioni', as: 'unseen' },
] as const

/** Every subscription: prolonged, ended, assigned. */
export function SubscriptionsSection() {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [filter, setFilter] = useState<SubscriptionFilter>('all')
  const [isAssigning, setAssigning] = useState(isAssignmentBegun)
  const opener = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const searched = useDebouncedValue(typed)
  const list = useSubscriptions(searched, filter)
  const rows = list.data?.subscriptions ?? []
  const total = list.data?.total ?? 0
  const close = () => {
    setAssigning(false)
    opener.current?.focus()
  }
  return (
    <section aria-labelledby={id}>
      <div className="adm-section">
        <h3 id={id} ref={heading} tabIndex={-1}>
          Abbonamenti
        </h3>
        {list.data !== undefined && (
          <span className="text-ui text-ink-3">
            {format.count(rows.length)} di {format.count(total)}
          </span>
        )}
      </div>
      <div className="adm-tools items-end">
        <PanelSearch label="Cerca nome o email" value={typed} onChange={setTyped} />
        <FilterSelect
          label="Stato"
          value={filter}
          onChange={(event) => setFilter(event.target.value as SubscriptionFilter)}
          options={[
            { value: 'all', label: 'Tutti' },
            { value: 'ending', label: `In scadenza (${format.days(endingDays)})` },
            { value: 'active', label: 'Attivi' },
            { value: 'ended', label: 'Terminati' },
          ]}
        />
        <Button
          ref={opener}
          size="sm"
          className="ml-auto"
          aria-expanded={isAssigning}
          onClick={() => setAssigning(!isAssigning)}
        >
          <UserPlus size={15} strokeWidth={1.75} aria-hidden />
          Assegna abbonamento
        </Button>
      </div>
      {isAssigning && <AssignForm onDone={close} onCancel={close} />}
      <FirstRows
        list={list}
        caption="Abbonamenti"
        columns={columns}
        rows={rows}
        total={total}
        all={adminAddress('payments', {
          list: 'subscriptions',
          q: searched,
          filter: filter === 'all' ? '' : filter,
        })}
        empty={searched === '' && filter === 'all' ? 'Nessun abbonamento.' : 'Nessun abbonamento con questi filtri.'}
        row={(row) => <SubscriptionRow key={row.subscription_id} row={row} onGone={() => heading.current?.focus()} />}
      />
    </section>
  )
}
