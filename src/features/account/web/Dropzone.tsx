import { CircleAlert } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import type { DragEvent, ReactNode, Ref } from 'react'

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
  useEffect(() => {
    // A file dropped beside the field would replace the page, and what was written on it.
    const refuse = (event: Event) => event.preventDefault()
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file !== undefined && !disabled) onFile(file)
  }
  return (
    <div>
      <label
        className="dropzone"
        data-over={isOver || undefined}
        data-invalid={error !== null || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
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
