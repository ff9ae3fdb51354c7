import { useState, type RefObject } from 'react'
import * as format from '#shared/format/format.ts'
import { readError } from '#web/api.ts'
import { listPageGone, listStays, serverUnreachable } from '#web/screen-texts.ts'
import { Alert } from '../Alert.tsx'
import { Button, ButtonLink } from '../Button.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { QueryError, StaleNotice } from '../QueryError.tsx'
import { useFocusOfRemovedRow } from './focus.ts'
import type { ListProps } from './props.ts'
import { ListTable } from './ListTable.tsx'
import { withoutFilters, type ListState } from './state.ts'

type BodyProps<Row> = ListProps<Row> & {
  count: RefObject<HTMLElement | null>
  onTurn: () => void
}

/** The rows, or the text in their place: loading, an error, no rows. */
export function ListBody<Row>(props: BodyProps<Row>) {
  const { title, state, result, rows, total = 0, texts, count, onTurn } = props
  const { error } = result
  const missing = useMissingRow(props)
  const { body, onRowFocus, onRowBlur } = useFocusOfRemovedRow(rows, count)
  const retry = { error, isFetching: result.isFetching, onRetry: () => void result.refetch() }
  // The same query would be refused again.
  const isRefused = state.isFiltered && readError(error).status === 422
  if (rows === undefined) {
    if (error === null) return <output className="skeleton list-loading">{texts.loading}</output>
    if (isRefused) {
      return (
        <Alert tone="warn" lead="Ricerca o filtri non validi." live action={<NoFilters state={state} />}>
          {readError(error).message}
        </Alert>
      )
    }
    return <QueryError lead={`${texts.error}.`} offline={`${serverUnreachable}. Riprova più tardi.`} {...retry} />
  }
  return (
    <>
      {error !== null && (
        <div className="mb-3">
          <StaleNotice {...retry}>{listStays}</StaleNotice>
        </div>
      )}
      {missing !== null && (
        <div className="mb-3">
          <Alert
            tone="info"
            lead="La riga aperta non è in questa pagina."
            live
            action={
              missing.found !== undefined && (
                // The link goes with the note: the keyboard goes on from the row.
                <ButtonLink href={missing.found} onClick={onTurn}>
                  Cercala
                </ButtonLink>
              )
            }
          />
        </div>
      )}
      {rows.length === 0 ? (
        <div className="panel">
          <Nothing total={total} state={state} texts={texts} />
        </div>
      ) : (
        <ListTable
          {...props}
          label={title}
          rows={rows}
          isBusy={result.isPlaceholderData}
          {...{ body, onRowFocus, onRowBlur }}
        />
      )}
    </>
  )
}

/** The address may open a row that is not loaded yet: a search finds it. A row that an action removed is no surprise. */
function useMissingRow<Row>({ state, rows, idOf, result, seek }: ListProps<Row>): { found?: string } | null {
  const { open } = state
  const [observed, setObserved] = useState<string | null>(null)
  const isHere = rows?.some((row) => idOf(row) === open) === true
  if (isHere && observed !== open) setObserved(open)
  if (open === null || rows === undefined || result.isPlaceholderData || isHere || observed === open) return null
  const q = seek?.(open)
  if (q === undefined || q === state.q) return {}
  return { found: state.href({ q, filters: withoutFilters(state), open }) }
}

function Nothing({ total, state, texts }: Pick<ListProps<never>, 'state' | 'texts'> & { total: number }) {
  // Another person removed rows meanwhile, or the address is an old one.
  if (total > 0) {
    return (
      <EmptyState
        title={listPageGone}
        text={`L’elenco ora ha ${format.counted(total, 'risultato', 'risultati')}.`}
        action={<ButtonLink href={state.href({ page: 1 })}>Vai alla prima pagina</ButtonLink>}
      />
    )
  }
  if (!state.isFiltered) return <EmptyState title="Ancora nulla" text={texts.empty} />
  return <EmptyState title="Nessun risultato" text={texts.noMatch} action={<NoFilters state={state} />} />
}

function NoFilters({ state }: { state: ListState }) {
  return <Button onClick={() => state.go({ q: '', filters: withoutFilters(state) })}>Azzera i filtri</Button>
}
