import { ArrowUp } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { adminAddress } from '#shared/admin-pages.ts'
import { CopyButton } from '#features/auth/web/security/CopyButton.tsx'
import * as format from '#shared/format/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { QueryError, StaleNotice } from '#web/ui/QueryError.tsx'
import { ListFilter, ListSearch } from '#web/ui/list/ListTools.tsx'
import { useListState, type ListShape } from '#web/ui/list/state.ts'
import { LogLine, lineText } from './LogLine.tsx'
import { createTail, type LogTail } from './tail.ts'
import { PauseButton } from './PauseButton.tsx'

const shape: ListShape = {
  base: adminAddress('system', { part: 'logs' }),
  sorts: [],
  sort: { by: 'time', order: 'desc' },
  filters: { level: ['info', 'warn', 'error'] },
}

const levels = [
  { value: '', label: 'Tutti' },
  { value: 'info', label: 'Da informazioni in su' },
  { value: 'warn', label: 'Da avvisi in su' },
  { value: 'error', label: 'Solo errori' },
]

export function LogsPart() {
  const state = useListState(shape)
  const field = useRef<HTMLInputElement>(null)
  const level = state.filters['level'] ?? ''
  const tail = useMemo(() => createTail({ level, q: state.q }), [level, state.q])
  useEffect(() => tail.start(), [tail])
  const [isPaused, setPaused] = useState(false)
  return (
    <section aria-labelledby="sys-logs">
      <div className="sys-head">
        <h2 id="sys-logs">Log di sistema</h2>
        <PauseButton isPaused={isPaused} onChange={setPaused} />
      </div>
      <div className="list-tools">
        <ListSearch label="Cerca nelle righe" state={state} field={field} />
        <ListFilter label="Livello" name="level" state={state} options={levels} />
      </div>
      <Lines key={`${level} ${state.q}`} tail={tail} isPaused={isPaused} isFiltered={state.isFiltered} />
    </section>
  )
}

interface LinesProps {
  tail: LogTail
  isPaused: boolean
  isFiltered: boolean
}

function Lines({ tail, isPaused, isFiltered }: LinesProps) {
  const { lines, held, isRead, error, instances } = useSyncExternalStore(tail.subscribe, tail.read, tail.read)
  const { list, openKeys, toggle, onTouch, rest } = useReading(tail, isPaused)
  const retry = { error, isFetching: false, onRetry: tail.retry }
  if (!isRead) {
    return error === null ? (
      <output className="skeleton mt-4 grid h-[480px] place-items-center text-ui text-ink-2">Caricamento log...</output>
    ) : (
      <div className="mt-4">
        <QueryError lead="Errore caricamento log." {...retry} />
      </div>
    )
  }
  const showNew = () => {
    rest()
    tail.release()
    list.current?.scrollIntoView({ block: 'nearest' })
    list.current?.focus({ preventScroll: true })
  }
  return (
    <>
      {error !== null && (
        <div className="mt-4">
          <StaleNotice {...retry}>Le righe restano come sono, riproviamo da soli.</StaleNotice>
        </div>
      )}
      <div className="list-bar">
        <span className="list-count">
          {format.counted(lines.length, 'riga', 'righe')}
          {instances.length === 1 ? ' dell’istanza ' : ' delle istanze '}
          <code>{instances.join(', ')}</code>
          {isPaused ? ', in pausa' : ', aggiornate ogni 2 secondi'}
        </span>
        {lines.length > 0 && (
          <CopyButton
            text={lines.map(lineText).join('\n')}
            label="Copia le righe"
            copied={`${format.counted(lines.length, 'riga copiata', 'righe copiate')}.`}
          />
        )}
      </div>
      <div className="sys-new">
        <output>
          {held > 0 && (
            <Button size="sm" variant="primary" onClick={showNew}>
              <ArrowUp size={15} strokeWidth={1.75} aria-hidden />
              {format.counted(held, 'nuova riga', 'nuove righe')}
            </Button>
          )}
        </output>
      </div>
      {lines.length === 0 ? (
        <p className="border-y border-line py-6 text-center text-ui text-ink-2">
          {isFiltered
            ? 'Nessuna riga con questi filtri.'
            : 'Nessuna riga: il server annota solo ciò che la sua impostazione LOG_LEVEL chiede.'}
        </p>
      ) : (
        // A pointer over the lines means that they are being read: new ones wait. The buttons in them do the same for the keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <ol ref={list} tabIndex={-1} className="sys-log" aria-label="Righe, la più recente per prima" {...onTouch}>
          {lines.map((line) => (
            <LogLine
              key={line.key}
              line={line}
              isOpen={openKeys.has(line.key)}
              hasInstance={instances.length > 1}
              onToggle={() => toggle(line.key)}
            />
          ))}
        </ol>
      )}
    </>
  )
}

/** New lines wait while an admin reads: a line is open, the pointer or the focus is among them, or their top is out of sight. */
function useReading(tail: LogTail, isPaused: boolean) {
  const list = useRef<HTMLOListElement>(null)
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(new Set())
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [isBelow, setBelow] = useState(false)
  useEffect(() => {
    const look = () => setBelow((list.current?.getBoundingClientRect().top ?? 0) < 0)
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  const isReading = isPaused || isPointed || isFocused || isBelow || openKeys.size > 0
  useEffect(() => {
    tail.hold(isReading)
    if (!isReading) tail.release()
  }, [tail, isReading])
  const toggle = (key: string) => {
    const next = new Set(openKeys)
    if (!next.delete(key)) next.add(key)
    setOpenKeys(next)
  }
  const onTouch = {
    onPointerEnter: () => setPointed(true),
    // Lifting a finger does not mean leaving.
    onPointerLeave: ({ pointerType }: { pointerType: string }) => pointerType === 'mouse' && setPointed(false),
    onFocus: ({ target, currentTarget }: { target: EventTarget; currentTarget: EventTarget }) =>
      target !== currentTarget && setFocused(true),
    onBlur: () => setFocused(false),
  }
  /** The admin requested the new lines. */
  const rest = () => {
    setOpenKeys(new Set())
    setPointed(false)
    setFocused(false)
  }
  return { list, openKeys, toggle, onTouch, rest }
}
