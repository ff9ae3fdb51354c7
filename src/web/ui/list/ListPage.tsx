import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import * as format from '#shared/format.ts'
import { readError } from '#web/api.ts'
import { Alert } from '../Alert.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { Pagination } from '../Pagination.tsx'
import { QueryError, StaleNotice } from '../QueryError.tsx'
import { ButtonLink } from '../Button.tsx'
import { FileButton } from './FileButton.tsx'
import { listKeys, signs, useListKeys } from './keys.ts'
import { ListTable, OPENER, type ListRows } from './ListTable.tsx'
import { ListSearch, SortSelect } from './ListTools.tsx'
import { PAGE_ROWS, type ListState } from './state.ts'

/** An answer that takes longer is told of. */
const LATE_MS = 1_500

/** What `useQuery` gives, as far as a list looks at it. */
interface Asked {
  error: unknown
  isFetching: boolean
  /** The rows are those of the question before. */
  isPlaceholderData: boolean
  /** `paused`: there is no connection to ask by. */
  fetchStatus: 'fetching' | 'paused' | 'idle'
  refetch: () => unknown
}

interface ListPageProps<Row> extends ListRows<Row> {
  title: string
  lead?: string
  /** Between title and tools: figures, notices, a choice of lists. */
  children?: ReactNode
  state: ListState
  asked: Asked
  /** Undefined until the first answer. */
  rows: readonly Row[] | undefined
  /** On all pages. */
  total: number | undefined
  searchLabel: string
  /** What finds a row by the id that the address opens, where the search knows ids. */
  seek?: (id: string) => string
  filters?: ReactNode
  csv?: { path: string; name: string }
  /** Beside the file's button. */
  acts?: ReactNode
  words: {
    waiting: string
    /** Nothing there, and nothing that fits. */
    none: string
    noneFits: string
    fault: string
    /** Where no answer came; else as `fault`. */
    offline?: string
  }
}

/**
 * A list of 25 rows a page whose state is the address: search, filters, order, page, the row that is open. Loading, empty, failed;
 * by mouse, touch and keyboard. The same component for every list, so that the hand knows all of them.
 */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, lead, children, state, asked, rows, total = 0, searchLabel, filters, csv, acts, words } = props
  const root = useRef<HTMLElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const count = useRef<HTMLOutputElement>(null)
  const last = Math.max(1, Math.ceil(total / PAGE_ROWS))
  const onTurn = useTurning({ root, count, page: state.page, rows, isOld: asked.isPlaceholderData })
  useListKeys({ root, search, state, last, onTurn })
  const former = useFormerText(asked)
  const missing = useMissingRow(props)
  const { error } = asked
  // Asked again it would be refused again.
  const isRefused = state.isFiltered && readError(error).status === 422
  const lostLead = readError(error).status === 0 ? (words.offline ?? words.fault) : words.fault
  return (
    <section ref={root} className="list">
      <h1 tabIndex={-1}>{title}</h1>
      {lead !== undefined && <p className="lead mt-2 max-w-[720px]">{lead}</p>}
      {children}
      <div className="list-tools">
        <ListSearch label={searchLabel} state={state} field={search} />
        {filters}
        <SortSelect state={state} columns={[...props.columns, props.name]} />
      </div>
      <div className="list-bar">
        <output ref={count} tabIndex={-1} className="list-count">
          {asked.isPlaceholderData ? former : rows === undefined ? '' : countText(total, state.page, rows.length)}
        </output>
        <span className="list-acts">
          {acts}
          {csv !== undefined && total > 0 && <FileButton {...csv} query={state.fileQuery} />}
          <Keys />
        </span>
      </div>
      {rows === undefined && error === null && <output className="skeleton list-wait">{words.waiting}</output>}
      {rows === undefined && isRefused && (
        <Alert tone="warn" lead="Ricerca o filtri non validi." live action={<NoFilters state={state} />}>
          {readError(error).message}
        </Alert>
      )}
      {rows === undefined && error !== null && !isRefused && (
        <QueryError lead={lostLead} error={error} isFetching={asked.isFetching} onRetry={() => void asked.refetch()} />
      )}
      {rows !== undefined && error !== null && (
        <div className="mb-3">
          <StaleNotice error={error} isFetching={asked.isFetching} onRetry={() => void asked.refetch()}>
            L’elenco resta quello letto prima.
          </StaleNotice>
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
                // It goes with the note: the keyboard goes on from the row.
                <ButtonLink href={missing.found} onClick={onTurn}>
                  Cercala
                </ButtonLink>
              )
            }
          />
        </div>
      )}
      {rows !== undefined && rows.length === 0 && (
        <div className="panel">
          <Nothing total={total} state={state} words={words} />
        </div>
      )}
      {rows !== undefined && rows.length > 0 && (
        <ListTable
          {...props}
          label={title}
          rows={rows}
          isBusy={asked.isPlaceholderData}
          onGone={() => count.current?.focus()}
        />
      )}
      <div className="mt-4">
        <Pagination current={Math.min(state.page, last)} last={last} href={(page) => state.href({ page })} />
      </div>
    </section>
  )
}

const noneOf = ({ filters }: ListState) => Object.fromEntries(Object.keys(filters).map((name) => [name, '']))

/** The address opens a row that was not here yet, and where the search finds it. One that an act took away is no surprise. */
function useMissingRow<Row>({ state, rows, idOf, asked, seek }: ListPageProps<Row>): { found?: string } | null {
  const { open } = state
  const [seen, setSeen] = useState<string | null>(null)
  const isHere = rows?.some((row) => idOf(row) === open) === true
  if (isHere && seen !== open) setSeen(open)
  if (open === null || rows === undefined || asked.isPlaceholderData || isHere || seen === open) return null
  const q = seek?.(open)
  if (q === undefined || q === state.q) return {}
  return { found: state.href({ q, filters: noneOf(state), open }) }
}

/** Of rows that answer the question before: why they are still there, once that takes longer than usual. */
function useFormerText({ isPlaceholderData, fetchStatus }: Asked): string {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isPlaceholderData) return
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isPlaceholderData])
  if (fetchStatus === 'paused') return 'Senza connessione: questi sono i risultati di prima.'
  return isLate ? 'Questi sono i risultati di prima: quelli nuovi non sono ancora arrivati.' : ''
}

/** `412 risultati, da 26 a 50`. */
function countText(total: number, page: number, shown: number): string {
  const all = format.counted(total, 'risultato', 'risultati')
  const before = (page - 1) * PAGE_ROWS
  return shown === 0 || total <= PAGE_ROWS
    ? all
    : `${all}, da ${format.count(before + 1)} a ${format.count(before + shown)}`
}

function Nothing({ total, state, words }: Pick<ListPageProps<never>, 'state' | 'words'> & { total: number }) {
  // Somebody took rows away meanwhile, or the address is an old one.
  if (total > 0) {
    return (
      <EmptyState
        title="Questa pagina non c’è più"
        text={`L’elenco ora ha ${format.counted(total, 'risultato', 'risultati')}.`}
        action={<ButtonLink href={state.href({ page: 1 })}>Vai alla prima pagina</ButtonLink>}
      />
    )
  }
  if (!state.isFiltered) return <EmptyState title="Ancora nulla" text={words.none} />
  return <EmptyState title="Nessun risultato" text={words.noneFits} action={<NoFilters state={state} />} />
}

function NoFilters({ state }: { state: ListState }) {
  return <ButtonLink href={state.href({ q: '', filters: noneOf(state) })}>Togli ricerca e filtri</ButtonLink>
}

/** After the page was turned from a row the keyboard is at the first of the next; at the count where what it stood on is gone. */
function useTurning({ root, count, page, rows, isOld }: Turning): () => void {
  const toFirst = useRef(false)
  const shown = useRef(page)
  useEffect(() => {
    if (rows === undefined || isOld) return
    const hasTurned = shown.current !== page
    shown.current = page
    if (toFirst.current) root.current?.querySelector<HTMLElement>(`[${OPENER}]`)?.focus()
    else if (hasTurned && document.activeElement === document.body) count.current?.focus()
    toFirst.current = false
  }, [root, count, page, rows, isOld])
  return () => {
    toFirst.current = true
  }
}

interface Turning {
  root: RefObject<HTMLElement | null>
  count: RefObject<HTMLElement | null>
  page: number
  rows: readonly unknown[] | undefined
  /** The rows are those of the page before. */
  isOld: boolean
}

function Keys() {
  const [areOn, setOn] = useState(signs.areOn)
  const turn = () => {
    signs.areOn = !areOn
    setOn(!areOn)
  }
  return (
    <details className="list-keys">
      <summary>Scorciatoie</summary>
      <div>
        <dl>
          {listKeys.map(([keys, what]) => (
            <div key={keys}>
              <dt>{keys}</dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <label className="check">
          <input type="checkbox" checked={areOn} onChange={turn} />
          Usa anche /, J e K
        </label>
      </div>
    </details>
  )
}
