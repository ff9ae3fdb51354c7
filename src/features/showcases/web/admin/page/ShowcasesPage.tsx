import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { adminAddress } from '#shared/admin-pages.ts'
import type { listModeratedShowcases, ModeratedShowcase } from '#features/showcases/admin-contract.ts'
import { moderatedFilters } from '#features/showcases/rules/moves.ts'
import * as format from '#shared/format.ts'
import { Kpi, KpiStrip } from '#web/ui/figures/Kpi.tsx'
import { ListPage } from '#web/ui/list/ListPage.tsx'
import { ListFilter } from '#web/ui/list/ListTools.tsx'
import { changeList, listQuery, useListState, type ListShape } from '#web/ui/list/state.ts'
import { StatusBadge } from '../../StatusBadge.tsx'
import { filterOptions, hiddenNote, nameOf } from '../list.ts'
import { Overtaken, type Loss } from '../Overtaken.tsx'
import { nextThatWaits } from './next.ts'
import { ShowcaseDetail } from './ShowcaseDetail.tsx'

const shape: ListShape = {
  base: adminAddress('showcases'),
  sorts: ['waiting', 'updated_at', 'username', 'title', 'status', 'views'],
  sort: { by: 'waiting', order: 'asc' },
  filters: { status: moderatedFilters },
}

/** All showcases, 25 a page, with their moderation: from one that waits to the next. */
export function ShowcasesPage() {
  const state = useListState(shape)
  const asked = useQuery(listQuery<typeof listModeratedShowcases>('GET /api/admin/showcases', state))
  const [loss, setLoss] = useState<Loss | null>(null)
  const { data } = asked
  const rows = data?.showcases
  const now = useRef({ rows, state })
  useEffect(() => {
    now.current = { rows, state }
  })

  /** `before`: the rows as they stood when it was decided. */
  function goOn(from: string, before: readonly ModeratedShowcase[], came: Loss | null) {
    setLoss(came)
    const next = nextThatWaits(from, before, now.current.rows ?? [])
    changeList(now.current.state, { open: next })
    // What was pressed is gone; the row opens with the next frame.
    setTimeout(() => {
      const target = next === null ? '.list-count' : `[data-list-opener="${next}"]`
      document.querySelector<HTMLElement>(target)?.focus()
    }, 50)
  }

  const elsewhere = data !== undefined && !data.showcases.some(waits) ? data.counts.waiting : 0
  return (
    <ListPage
      title="Vetrine"
      lead="Prima quelle che attendono una decisione, da chi attende di più. Aprine una per leggere cosa cambia e decidere."
      state={state}
      asked={asked}
      rows={rows}
      total={data?.total}
      searchLabel="Cerca titolo o trader"
      filters={<ListFilter label="Stato" name="status" state={state} options={filterOptions(data?.counts)} />}
      csv={{ path: '/api/admin/showcases.csv', name: 'toptrader-vetrine.csv' }}
      words={{
        waiting: 'Caricamento vetrine...',
        none: 'Nessun trader ha ancora una vetrina.',
        noneFits: 'Nessuna vetrina con questi filtri.',
        fault: 'Errore caricamento vetrine',
        offline: 'Errore di connessione',
      }}
      idOf={(row) => row.showcase_id}
      name={{ title: 'Titolo', of: nameOf, sort: { by: 'title', first: 'asc' } }}
      columns={[
        {
          title: 'Trader',
          sort: { by: 'username', first: 'asc' },
          cell: (row) => (
            <span>
              {row.display_name} <span className="text-ink-3">@{row.username}</span>
            </span>
          ),
        },
        { title: 'Stato', sort: { by: 'status', first: 'asc' }, cell: (row) => <State row={row} /> },
        {
          title: 'Attende dal',
          sort: { by: 'waiting', first: 'asc' },
          cell: (row) => (row.waiting_since === null ? '–' : format.dateTime(row.waiting_since)),
        },
        {
          title: 'Aggiornata',
          sort: { by: 'updated_at', first: 'desc' },
          cell: (row) => format.dateTime(row.updated_at),
        },
        {
          title: 'Visite',
          sort: { by: 'views', first: 'desc' },
          isNumber: true,
          cell: (row) => format.count(row.views_count),
        },
      ]}
      detail={(row) => (
        <ShowcaseDetail key={row.showcase_id} row={row} onOver={(came) => goOn(row.showcase_id, rows ?? [], came)} />
      )}
    >
      {data !== undefined && (
        <div className="mt-6">
          <KpiStrip>
            <Kpi label="Pubblicate" figure={format.count(data.published_count)} />
            <Kpi label="Bozze" figure={format.count(data.draft_count)} />
            <Kpi label="Da moderare" figure={format.count(data.review_count)} />
            <Kpi label="Visibili ora" figure={format.count(data.counts.public)} />
          </KpiStrip>
        </div>
      )}
      {loss !== null && (
        <div className="mt-4">
          <Overtaken loss={loss} onClose={() => setLoss(null)} />
        </div>
      )}
      {elsewhere > 0 && (
        <p className="mt-4 text-ui text-ink-2">
          {format.counted(elsewhere, 'vetrina attende', 'vetrine attendono')} una decisione, fuori da questa pagina.{' '}
          <a href={adminAddress('showcases', { status: 'waiting' })}>Mostra quelle da moderare</a>
        </p>
      )}
    </ListPage>
  )
}

const waits = (row: ModeratedShowcase) => row.waiting_since !== null

function State({ row }: { row: ModeratedShowcase }) {
  const why = row.was_published ? hiddenNote(row) : null
  return (
    <span className="adm-state">
      <StatusBadge status={row.status} />
      {why !== null && <span className="mt-1 block text-label text-ink-3">Nascosta</span>}
    </span>
  )
}
