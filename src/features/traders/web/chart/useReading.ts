import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { dayAt } from './geometry.ts'

interface ReadingOptions {
  days: readonly string[]
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
export function useReading({ days, isSelecting, onSelect, onBack }: ReadingOptions) {
  const [state, setState] = useState(idle)
  const pressed = useRef<{ x: number; date: string } | null>(null)
  // Another period may lack the day.
  const reading = state.date !== null && days.includes(state.date) ? state : idle
  const dayUnder = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return days[dayAt((clientX - left) / width, days.length)] ?? ''
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
