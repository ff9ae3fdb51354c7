import { CircleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { ReactNode, Ref } from 'react'

interface DropzoneProps {
  ref: Ref<HTMLInputElement>
  label: string
  help: string
  icon: ReactNode
  error: string | null
  disabled: boolean
  onFile: (file: File) => void
}

/** A file, chosen or dropped. The native input does the choosing: keyboard and screen readers know it. */
export function Dropzone({ ref, label, help, icon, error, disabled, onFile }: DropzoneProps) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const zone = useRef<HTMLLabelElement>(null)
  const take = useEffectEvent((file: File | undefined) => {
    if (file !== undefined && !disabled) onFile(file)
  })
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const isHere = ({ target }: Event) => target instanceof Node && zone.current?.contains(target) === true
    // Of the whole window: a file dropped beside the field would replace the page, and what was written on it.
    const over = (event: DragEvent) => {
      event.preventDefault()
      setOver(isHere(event))
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      if (isHere(event)) take(event.dataTransfer?.files[0])
    }
    window.addEventListener('dragover', over, { signal })
    window.addEventListener('drop', drop, { signal })
    window.addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal })
    return () => abort.abort()
  }, [])
  return (
    <div>
      <label ref={zone} className="dropzone" data-over={isOver || undefined} data-invalid={error !== null || undefined}>
        <input
          ref={ref}
          className="sr-only"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          disabled={disabled}
          aria-invalid={error !== null || undefined}
          aria-describedby={`${id}-help${error === null ? '' : ` ${id}-error`}`}
          onChange={(event) => {
            const file = event.target.files?.[0]
            // The same file can be chosen once more, after a refusal.
            event.target.value = ''
            if (file !== undefined) onFile(file)
          }}
        />
        {icon}
        <span>
          <span className="dropzone-action">{label}</span> o trascinalo qui
        </span>
      </label>
      <p id={`${id}-help`} className="help">
        {help}
      </p>
      {error !== null && (
        <p id={`${id}-error`} className="help help-error" role="alert">
          <CircleAlert className="icon" size={14} strokeWidth={2} aria-hidden />
          {error}
        </p>
      )}
    </div>
  )
}
