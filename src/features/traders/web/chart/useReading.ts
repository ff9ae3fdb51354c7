import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { dayAt } from './geometry.ts'

interface ReadingOptions {
  days: readonly string[]
  /** Whether a day has figures. */
  hasFigures: (day: string) => boolean
  /** A finger selects days instead of reading them; a mouse always may. */
  isSelecting: boolean
  onSelect: (from: string, to: string) => void
  /** Escape with nothing selected. */
  onBack: () => void
}

export interface Reading {
  /** The day that is read; null for the last one. */
  date: string | null
  /** The other end of a selection whose end is `date`. */
  anchor: string | null
  /** Whether keys chose the day: then it is spoken. */
  isSpoken: boolean
}

const idle: Reading = { date: null, anchor: null, isSpoken: false }
/** Px that a hand may tremble. */
const STILL = 6
const MONTH = 30

const isMoved = ({ clientX }: PointerEvent, { x }: { x: number }) => Math.abs(clientX - x) > STILL

/** The day under the pointer or chosen by keys, and the selection of days that becomes the period. */
export function useReading({ days, hasFigures, isSelecting, onSelect, onBack }: ReadingOptions) {
  const [state, setState] = useState(idle)
  const pressed = useRef<{ x: number; date: string } | null>(null)
  // Another period may lack the day.
  const reading = state.date !== null && days.includes(state.date) ? state : idle
  const dayUnder = ({ currentTarget, clientX, pointerType }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const at = dayAt((clientX - left) / width, days.length)
    // A finger is wider than a day: it reads the nearest one that has figures.
    return days[pointerType === 'mouse' || isSelecting ? at : nearestIndex(days, at, hasFigures)] ?? ''
  }
  const select = ({ date, anchor }: Pick<Reading, 'date' | 'anchor'>) => {
    setState(idle)
    if (date !== null && anchor !== null && date !== anchor) onSelect(anchor, date)
  }
  const pointer = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      const date = dayUnder(event)
      const selects = isSelecting || event.pointerType === 'mouse'
      pressed.current = selects ? { x: event.clientX, date } : null
      if (selects) event.currentTarget.setPointerCapture(event.pointerId)
      setState({ date, anchor: null, isSpoken: false })
    },
    onPointerMove: (event: PointerEvent) => {
      const from = pressed.current
      const anchor = from !== null && isMoved(event, from) ? from.date : null
      setState({ date: dayUnder(event), anchor, isSpoken: false })
    },
    onPointerUp: (event: PointerEvent) => {
      const from = pressed.current
      pressed.current = null
      if (from !== null && isMoved(event, from)) select({ date: dayUnder(event), anchor: from.date })
    },
    onPointerCancel: () => {
      pressed.current = null
      setState(idle)
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      // A finger leaves its day to be read.
      if (pressed.current === null && pointerType === 'mouse') setState(idle)
    },
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = reading.date === null ? days.length - 1 : days.indexOf(reading.date)
    const next = nextIndex(event.key, at, days.length)
    if (next !== null && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const anchor = event.shiftKey ? (reading.anchor ?? days[at] ?? null) : null
      setState({ date: days[next] ?? null, anchor, isSpoken: true })
    } else if (event.key === 'Enter' && reading.anchor !== null) select(reading)
    else if (event.key === 'Escape' && reading.anchor !== null) setState({ ...reading, anchor: null })
    else if (event.key === 'Escape') onBack()
    else return
    event.preventDefault()
  }
  return { reading, handlers: { ...pointer, onKeyDown, onBlur: () => setState(idle) } }
}

/** The index nearest to `at` whose day is wanted, the later one of two; `at` itself where none is. */
function nearestIndex(days: readonly string[], at: number, isWanted: (day: string) => boolean): number {
  for (let distance = 0; distance < days.length; distance += 1)
    for (const index of [at + distance, at - distance]) {
      const day = days[index]
      if (day !== undefined && isWanted(day)) return index
    }
  return at
}

function nextIndex(key: string, at: number, length: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageUp: -MONTH,
    PageDown: MONTH,
    Home: -length,
    End: length,
  }
  const step = steps[key]
  return step === undefined ? null : Math.max(0, Math.min(length - 1, at + step))
}
