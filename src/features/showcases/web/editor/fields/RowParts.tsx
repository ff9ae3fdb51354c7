import { ArrowDown, ArrowUp, Trash2, Undo2 } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'

interface RowActionsProps {
  /** "Pulsante 2" */
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: (act: 'up' | 'down') => void
  onRemove: () => void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The buttons that move a row up or down, or remove it. */
export function RowActions({ name, isFirst, isLast, onMove, onRemove }: RowActionsProps) {
  const button = { type: 'button', className: 'icon-button' } as const
  return (
    <div className="editor-row-acts">
      <button
        {...button}
        data-act="up"
        disabled={isFirst}
        aria-label={`Sposta su: ${name}`}
        onClick={() => onMove('up')}
      >
        <ArrowUp {...icon} />
      </button>
      <button
        {...button}
        data-act="down"
        disabled={isLast}
        aria-label={`Sposta giù: ${name}`}
        onClick={() => onMove('down')}
      >
        <ArrowDown {...icon} />
      </button>
      <button {...button} aria-label={`Togli: ${name}`} onClick={onRemove}>
        <Trash2 {...icon} />
      </button>
    </div>
  )
}

/** Offers to restore a removed row, until another one is added. */
export function Undo({ text, onUndo }: { text: string; onUndo: () => void }) {
  return (
    <div className="editor-undo">
      <output>{text}</output>
      <Button size="sm" data-act="undo" onClick={onUndo}>
        <Undo2 size={15} strokeWidth={1.75} aria-hidden />
        Ripristina
      </Button>
    </div>
  )
}
