import { RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { adminAddress } from '#shared/admin-pages.ts'
import type { ModeratedFilter } from '#features/showcases/rules/moves.ts'
import * as format from '#shared/format.ts'
import { useDebouncedValue } from '#web/useDebouncedValue.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { FilterSelect } from '#web/ui/forms/FilterSelect.tsx'
import { Kpi, KpiStrip } from '#web/ui/figures/Kpi.tsx'
import { PanelSearch } from '#web/ui/forms/PanelSearch.tsx'
import { faultText, filterOptions, useShowcases } from './list.ts'
import { Overtaken, type Loss } from './Overtaken.tsx'
import { ShowcaseItem } from './ShowcaseItem.tsx'

/** All showcases for moderators: what waits stands first. */
export function ShowcasesTab() {
  const [typed, setTyped] = useState('')
  const [status, setStatus] = useState<ModeratedFilter | ''>('')
  const [loss, setLoss] = useState<Loss | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const searched = useDebouncedValue(typed)
  const list = useShowcases(searched, status)
  const { error, isPending } = list
  const last = list.data?.pages.at(-1)
  // One that moved while the next page came stands on both.
  const rows = [
    ...new Map(list.data?.pages.flatMap((page) => page.showcases).map((row) => [row.showcase_id, row])).values(),
  ]
  const total = last?.total ?? 0
  /** Whoever decided by the keyboard goes on from the top of the list, where the button is gone. */
  const onOver = (came: Loss | null) => {
    setLoss(came)
    setTimeout(() => {
      if (document.activeElement === document.body) heading.current?.focus()
    }, 50)
  }
  return (
    <>
      {last !== undefined && (
        <KpiStrip>
          <Kpi label="Pubblicate" figure={format.count(last.published_count)} />
          <Kpi label="Bozze" figure={format.count(last.draft_count)} />
          <Kpi label="Da moderare" figure={format.count(last.review_count)} />
        </KpiStrip>
      )}
      <h3 ref={heading} tabIndex={-1} className="sr-only">
        Vetrine
      </h3>
      {loss !== null && <Overtaken loss={loss} onClose={() => onOver(null)} />}
      <div className="adm-tools items-end">
        <PanelSearch label="Cerca titolo o trader" value={typed} onChange={setTyped} />
        <FilterSelect
          label="Stato"
          value={status}
          onChange={(event) => setStatus(event.target.value as ModeratedFilter | '')}
          options={filterOptions()}
        />
        <ButtonLink size="sm" className="mb-0.5" href={adminAddress('showcases', { q: searched, status })}>
          Vedi tutte
        </ButtonLink>
      </div>
      {isPending && (
        <output className="skeleton mt-3 grid h-[240px] place-items-center text-ui text-ink-2">
          Caricamento vetrine...
        </output>
      )}
      {error !== null && (
        <div className="mt-3">
          <Alert
            tone="danger"
            lead={faultText(error)}
            live
            action={
              <Button size="sm" onClick={() => void list.refetch()}>
                <RotateCw size={14} strokeWidth={2} aria-hidden />
                Riprova
              </Button>
            }
          >
            {rows.length > 0 ? 'L’elenco potrebbe non essere aggiornato.' : undefined}
          </Alert>
        </div>
      )}
      {!isPending && error === null && rows.length === 0 && (
        <p className="mt-3 border-y border-line py-6 text-center text-ui text-ink-2">
          {searched === '' && status === '' ? 'Nessuna vetrina.' : 'Nessuna vetrina con questi filtri.'}
        </p>
      )}
      <output className="sr-only">
        {isPending || error !== null
          ? ''
          : `${format.counted(total, 'vetrina', 'vetrine')}, ${format.count(rows.length)} mostrate`}
      </output>
      {rows.length > 0 && (
        <ul className="adm-showcases" aria-label="Vetrine">
          {rows.map((row) => (
            <ShowcaseItem key={row.showcase_id} row={row} onOver={onOver} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <p className="mt-3 flex flex-wrap items-center gap-3 text-label text-ink-3">
          <Button
            size="sm"
            busy={list.isFetchingNextPage && 'Caricamento...'}
            onClick={() => void list.fetchNextPage()}
          >
            Mostra altre
          </Button>
          {format.count(rows.length)} di {format.count(total)}
        </p>
      )}
    </>
  )
}
