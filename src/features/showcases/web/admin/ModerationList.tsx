import { useEffect, useRef, useState } from 'react'
import { adminAddress } from '#shared/admin-pages.ts'
import type { listModeratedShowcases, ModeratedShowcase } from '#features/showcases/admin-contract.ts'
import { moderatedFilters } from '#features/showcases/rules/moves.ts'
import { loadingShowcases } from '#features/showcases/texts.ts'
import * as format from '#shared/format/format.ts'
import { Kpi, KpiStrip } from '#web/ui/figures/Kpi.tsx'
import { focusRow } from '#web/ui/list/focus.ts'
import { List } from '#web/ui/list/List.tsx'
import { ListFilter } from '#web/ui/list/ListTools.tsx'
import { useListResult, useListState, type ListShape } from '#web/ui/list/state.ts'
import { StatusBadge } from '../StatusBadge.tsx'
import { OnPage } from './headings.tsx'
import { LostDecision, type Loss } from './LostDecision.tsx'
import { Moderation } from './Moderation.tsx'
import { filterOptions, hiddenNote, nameOf } from './texts.ts'
import { nextWaiting } from './next-waiting.ts'

const shape: ListShape = {
  base: adminAddress('showcases'),
  sorts: ['waiting', 'updated_at', 'username', 'title', 'status', 'views'],
  sort: { by: 'waiting', order: 'asc' },
  filters: { status: moderatedFilters },
}

/** All showcases with their moderation, from one that waits to the next; in the panel the first twenty, each unfolded. */
export function ModerationList({ isCompact = false }: { isCompact?: boolean }) {
  const state = useListState(shape, isCompact ? 20 : undefined)
  const result = useListResult<typeof listModeratedShowcases>('GET /api/admin/showcases', state)
  const [loss, setLoss] = useState<Loss | null>(null)
  const { data } = result
  const rows = data?.showcases
  const now = useRef({ rows, state })
  useEffect(() => {
    now.current = { rows, state }
  })

  /** @param before the rows at the time of the decision */
  function goOn(from: Decided, before: readonly ModeratedShowcase[]) {
    setLoss(from.loss)
    const next = nextWaiting(from.showcaseId, before, now.current.rows ?? [])
    if (!isCompact) now.current.state.go({ open: next })
    // The pressed button is gone. The row opens with the next frame.
    setTimeout(() => focusRow(from.list, next), 50)
  }

  const elsewhere = data !== undefined && !data.showcases.some(waits) ? data.counts.waiting : 0
  return (
    <List
      title="Vetrine"
      isTitleHidden
      lead="Prima quelle che attendono una decisione, da chi attende di più. Aprine una per leggere che cosa cambia e decidere."
      state={state}
      result={result}
      rows={rows}
      total={data?.total}
      searchLabel="Cerca titolo o trader"
      filters={<ListFilter label="Stato" name="status" state={state} options={filterOptions(data?.counts)} />}
      actions={
        elsewhere > 0 && (
          <span className="text-ui text-ink-2">
            {format.counted(elsewhere, 'vetrina attende', 'vetrine attendono')} una decisione, fuori da questa pagina.{' '}
            <a href={adminAddress('showcases', { status: 'waiting' })}>Mostra quelle da moderare</a>
          </span>
        )
      }
      csv={{ path: '/api/admin/showcases.csv', name: 'toptrader-vetrine.csv' }}
      texts={{
        loading: loadingShowcases,
        empty: 'Nessun trader ha ancora una vetrina.',
        noMatch: 'Nessuna vetrina con questi filtri.',
        error: 'Errore caricamento vetrine',
        all: 'Vedi tutte',
      }}
      idOf={(row) => row.showcase_id}
      name={{
        title: 'Titolo',
        of: nameOf,
        sort: { by: 'title', first: 'asc' },
        cell: (row) => isCompact && <Owner row={row} />,
      }}
      columns={[
        {
          title: 'Trader',
          sort: { by: 'username', first: 'asc' },
          isPageOnly: true,
          cell: (row) => <Owner row={row} />,
        },
        { title: 'Stato', place: 'left', sort: { by: 'status', first: 'asc' }, cell: (row) => <State row={row} /> },
        {
          title: 'Attende dal',
          sort: { by: 'waiting', first: 'asc' },
          isPageOnly: true,
          cell: (row) => (row.waiting_since === null ? '–' : format.dateTime(row.waiting_since)),
        },
        {
          title: 'Aggiornata',
          sort: { by: 'updated_at', first: 'desc' },
          isPageOnly: true,
          cell: (row) => format.dateTime(row.updated_at),
        },
        {
          title: 'Visite',
          sort: { by: 'views', first: 'desc' },
          isPageOnly: true,
          isNumber: true,
          cell: (row) => format.count(row.views_count),
        },
      ]}
      areOpen={isCompact}
      detail={(row) => (
        <OnPage value={!isCompact}>
          {!isCompact && <RelatedPages row={row} />}
          <Moderation
            key={row.showcase_id}
            row={row}
            isUnfolded={!isCompact}
            onDecided={(decided) => goOn(decided, rows ?? [])}
          />
        </OnPage>
      )}
    >
      {(data !== undefined || result.error === null) && (
        <div className="list-figures">
          <KpiStrip>
            <Kpi label="Pubblicate" figure={data && format.count(data.published_count)} />
            <Kpi label="Bozze" figure={data && format.count(data.draft_count)} />
            <Kpi label="Da moderare" figure={data && format.count(data.review_count)} />
            {!isCompact && <Kpi label="Visibili ora" figure={data && format.count(data.counts.public)} />}
          </KpiStrip>
        </div>
      )}
      {loss !== null && (
        <div className="mt-4">
          <LostDecision loss={loss} onClose={() => setLoss(null)} />
        </div>
      )}
    </List>
  )
}

/** A decision on a showcase, and the list around it. */
interface Decided {
  showcaseId: string
  list: Element | null
  /** The decision came too late. */
  loss: Loss | null
}

const waits = (row: ModeratedShowcase) => row.waiting_since !== null

function Owner({ row }: { row: ModeratedShowcase }) {
  return (
    <span>
      {row.display_name} <span className="text-ink-3">@{row.username}</span>
    </span>
  )
}

function State({ row }: { row: ModeratedShowcase }) {
  const why = row.was_published ? hiddenNote(row) : null
  return (
    <span className="adm-state">
      <StatusBadge status={row.status} />
      {why !== null && <span className="mt-1 block text-label text-ink-3">Nascosta</span>}
    </span>
  )
}

/** The ways to the showcase's owner. */
function RelatedPages({ row }: { row: ModeratedShowcase }) {
  return (
    <>
      <h2 className="sr-only">{nameOf(row)}</h2>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-ui">
        <a href={adminAddress('users', { q: row.trader_id, open: row.trader_id })}>Scheda di @{row.username}</a>
        <a href={adminAddress('integrity', { trader: row.trader_id })}>Verifiche di @{row.username}</a>
        <a href={adminAddress('audit', { subject: row.trader_id })}>Registro di @{row.username}</a>
      </p>
    </>
  )
}
