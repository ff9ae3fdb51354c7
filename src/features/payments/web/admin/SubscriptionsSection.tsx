import { UserPlus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { SubscriptionFilter } from '#features/subscriptions/contract.ts'
import { endingDays } from '#features/subscriptions/rules.ts'
import * as format from '#shared/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { AssignForm } from './AssignForm.tsx'
import { ListState, More, SearchBox } from './ListParts.tsx'
import { useSettled, useSubscriptions } from './lists.ts'
import { SubscriptionRow } from './SubscriptionRow.tsx'

/** Every subscription: prolonged, ended, assigned. */
export function SubscriptionsSection() {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [filter, setFilter] = useState<SubscriptionFilter>('all')
  const [isAssigning, setAssigning] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const searched = useSettled(typed)
  const list = useSubscriptions(searched, filter)
  const rows = list.data?.pages.flatMap((page) => page.subscriptions) ?? []
  const total = list.data?.pages.at(-1)?.total ?? 0
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
        <SearchBox label="Cerca nome o email" value={typed} onChange={setTyped} />
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
      <ListState
        isPending={list.isPending}
        error={list.error}
        shown={rows.length}
        total={total}
        empty={searched === '' && filter === 'all' ? 'Nessun abbonamento.' : 'Nessun abbonamento con questi filtri.'}
        onRetry={() => void list.refetch()}
      />
      {rows.length > 0 && (
        <div className="adm-table">
          <table className="table">
            <caption className="sr-only">Abbonamenti</caption>
            <thead>
              <tr>
                <th scope="col">Trader</th>
                <th scope="col">Piano</th>
                <th scope="col">Scadenza</th>
                <th scope="col">Stato</th>
                <th scope="col">
                  <span className="sr-only">Azioni</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <SubscriptionRow key={row.subscription_id} row={row} onGone={() => heading.current?.focus()} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <More
        shown={rows.length}
        total={total}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </section>
  )
}
