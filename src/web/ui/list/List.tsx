import { useRef } from 'react'
import { ButtonLink } from '../Button.tsx'
import { Pagination } from '../Pagination.tsx'
import { Count } from './Count.tsx'
import { FileButton } from './FileButton.tsx'
import { KeyNote, useListKeys } from './keys.tsx'
import { ListBody } from './ListBody.tsx'
import { ListSearch, SortSelect } from './ListTools.tsx'
import { useFocusAfterTurn } from './focus.ts'
import type { ListProps } from './props.ts'

/** A list of admins, with search, filters, order, pages and an open row: on a page of its own, or its first rows in the panel. */
export function List<Row>(props: ListProps<Row>) {
  return props.state.isCompact ? <CompactList {...props} /> : <PageList {...props} />
}

/** By mouse, touch and keyboard; every list has the same keys. */
function PageList<Row>(props: ListProps<Row>) {
  const { title, lead, children, state, result, rows, total = 0, searchLabel, filters, csv, actions } = props
  const root = useRef<HTMLElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const count = useRef<HTMLOutputElement>(null)
  const last = Math.max(1, Math.ceil(total / state.rows))
  const onTurn = useFocusAfterTurn({ root, count, page: state.page, rows, isPrior: result.isPlaceholderData })
  useListKeys({ root, search, state, last, onTurn })
  const body = <ListBody {...props} count={count} onTurn={onTurn} />
  // Below the tools the reason would stand outside a phone's screen.
  const hasFailed = rows === undefined && result.error !== null
  return (
    <section ref={root} className="list">
      <h1 tabIndex={-1}>{title}</h1>
      {lead !== undefined && <p className="lead mt-2 max-w-[720px]">{lead}</p>}
      {children}
      {hasFailed && <div className="mt-5">{body}</div>}
      <div className="list-tools">
        <ListSearch label={searchLabel} state={state} field={search} />
        {filters}
        <SortSelect state={state} columns={[...props.columns, props.name]} />
      </div>
      <div className="list-bar">
        <Count {...{ state, result, total }} ids={rows?.map(props.idOf)} element={count} />
        <span className="list-bar-actions">
          {actions}
          {csv !== undefined && total > 0 && <FileButton {...csv} query={state.fileQuery} />}
          <KeyNote />
        </span>
      </div>
      {!hasFailed && body}
      <div className="mt-4">
        <Pagination current={Math.min(state.page, last)} last={last} href={(page) => state.href({ page })} />
      </div>
    </section>
  )
}

/** The first rows, and the way to the page with the same search. */
function CompactList<Row>(props: ListProps<Row>) {
  const { title, isTitleHidden = false, children, state, result, rows, total, searchLabel, actions, texts } = props
  const search = useRef<HTMLInputElement>(null)
  const count = useRef<HTMLOutputElement>(null)
  return (
    <section className="list is-compact" aria-label={title}>
      {children}
      <div className="list-head">
        <h3 tabIndex={-1} className={isTitleHidden ? 'sr-only' : undefined}>
          {title}
        </h3>
        {actions}
      </div>
      <div className="list-tools">
        <ListSearch label={searchLabel} state={state} field={search} />
        <Count {...{ state, result, total }} ids={rows?.map(props.idOf)} element={count} />
      </div>
      <ListBody {...props} count={count} onTurn={() => {}} />
      <p className="mt-3">
        <ButtonLink size="sm" href={state.href({})}>
          {texts.all ?? 'Vedi tutti'}
          <span className="sr-only"> ({title})</span>
        </ButtonLink>
      </p>
    </section>
  )
}
