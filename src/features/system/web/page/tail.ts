import type { listLogs, logLevels } from '#features/system/monitor-contract.ts'
import { maxLogPositions } from '#features/system/rules.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { readError, send, type ApiError } from '#web/api.ts'

type Answer = ResponseOf<typeof listLogs>

export interface TailLine {
  /** Identifies the line among those of all instances. */
  key: string
  instance: string
  time: string
  level: (typeof logLevels)[number]
  message: string
  details: string
  /** Lines between this one and the one before it were not read. */
  hasGap: boolean
}

export interface Tail {
  /** Newest first. */
  lines: readonly TailLine[]
  /** The number of newer lines that are not shown: the reader would lose the place. */
  held: number
  /** At least one answer has arrived. */
  isRead: boolean
  /** The error of the last attempt; null after a success. */
  error: ApiError | null
  /** Instances whose lines are shown, or would be. */
  instances: readonly string[]
}

export interface TailFilter {
  level: string
  q: string
}

const everyMs = 2_000
/** The interval during an outage. */
const slowestMs = 15_000
/** Lines in one answer. */
const limits = { first: 200, next: 1_000 }
/** Lines that stay; the oldest are dropped. */
const most = 2_000

export interface LogTail {
  subscribe: (listener: () => void) => () => void
  read: () => Tail
  /** Requests at once, then every two seconds while the page is visible, until it is stopped. */
  start: () => () => void
  /** Whether new lines wait outside of the list. */
  hold: (isHeld: boolean) => void
  /** Shows the waiting lines. */
  release: () => void
  retry: () => void
}

/**
 * Follows the logs of all instances that answer. Behind a proxy each answer may come from another one: lines are stored by instance, and
 * each instance receives its own last position.
 */
export function createTail({ level, q }: TailFilter): LogTail {
  const listeners = new Set<() => void>()
  /** The last position of each instance; the one that answered last at the end. */
  const places = new Map<string, string>()
  let waiting: TailLine[] = []
  let isHeld = false
  let now: Tail = { lines: [], held: 0, isRead: false, error: null, instances: [] }
  let readNow = () => {}

  function show(change: Partial<Tail>): void {
    now = { ...now, ...change, held: waiting.length }
    for (const listener of listeners) listener()
  }

  function release(): void {
    const lines = byTime([...waiting, ...now.lines]).slice(0, most)
    waiting = []
    show({ lines })
  }

  async function readNext(isOver: () => boolean): Promise<boolean> {
    const after = [...places.values()].join(',')
    const limit = after === '' ? limits.first : limits.next
    try {
      const answer = await send<typeof listLogs>('GET /api/admin/system/logs', {
        query: {
          limit: String(limit),
          ...(level !== '' && { level: level as (typeof logLevels)[number] }),
          ...(q !== '' && { q }),
          ...(after !== '' && { after }),
        },
      })
      if (!isOver()) take(answer, answer.lines.length === limit)
      return true
    } catch (error) {
      if (!isOver()) show({ error: readError(error) })
      return false
    }
  }

  function take({ instance: { name }, lines, place }: Answer, isFull: boolean): void {
    const [id = ''] = place.split('.')
    const isKnown = places.delete(id)
    places.set(id, place)
    for (const gone of [...places.keys()].slice(0, -maxLogPositions)) places.delete(gone)
    const fresh = lines.map((line, index) => ({
      key: `${id} ${line.line_id}`,
      instance: name,
      time: line.time,
      level: line.level,
      message: line.message,
      details: line.details,
      hasGap: isKnown && isFull && index === lines.length - 1,
    }))
    waiting = byTime([...fresh, ...waiting]).slice(0, most)
    const instances = now.instances.includes(name) ? now.instances : [...now.instances, name]
    show({ isRead: true, error: null, instances })
    if (!isHeld && waiting.length > 0) release()
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: () => now,
    start() {
      let isOver = false
      let timer: ReturnType<typeof setTimeout> | undefined
      let pauseMs = everyMs
      let isReading = false
      async function turn(): Promise<void> {
        clearTimeout(timer)
        if (isOver || isReading) return
        if (!document.hidden) {
          isReading = true
          const isGood = await readNext(() => isOver)
          isReading = false
          pauseMs = isGood ? everyMs : Math.min(2 * pauseMs, slowestMs)
        }
        // The caller may have stopped meanwhile.
        if (!(isOver as boolean)) timer = setTimeout(() => void turn(), pauseMs)
      }
      readNow = () => void turn()
      const onVisibility = () => void turn()
      document.addEventListener('visibilitychange', onVisibility)
      void turn()
      return () => {
        isOver = true
        clearTimeout(timer)
        document.removeEventListener('visibilitychange', onVisibility)
      }
    },
    hold(isPaused) {
      isHeld = isPaused
    },
    release,
    retry: () => readNow(),
  }
}

/** Newest first; within one moment in order of arrival. */
const byTime = (lines: readonly TailLine[]) =>
  lines.toSorted((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0))
