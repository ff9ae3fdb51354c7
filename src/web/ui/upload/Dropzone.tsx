import { CircleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { ReactNode, Ref, RefObject } from 'react'

interface ChooserProps {
  ref: Ref<HTMLInputElement>
  /** Id of the field's label, where the page has one. */
  labelledBy?: string | undefined
  accept?: string
  error: string | null
  disabled: boolean
  onFile: (file: File) => void
}

interface DropzoneProps extends ChooserProps {
  label: string
  help: string
  icon: ReactNode
}

const pictures = 'image/jpeg,image/png,image/webp'

/** A file, chosen or dropped. The native input does the choosing: keyboard and screen readers know it. */
export function Dropzone({ label, help, icon, ...chooser }: DropzoneProps) {
  const id = useId()
  const zone = useRef<HTMLLabelElement>(null)
  const isOver = useDrop(zone, chooser)
  const { error } = chooser
  return (
    <div>
      <label ref={zone} className="dropzone" data-over={isOver || undefined} data-invalid={error !== null || undefined}>
        <FileInput
          {...chooser}
          describedBy={`${id}-help${error === null ? '' : ` ${id}-error`}`}
          action={`${id}-action`}
        />
        {icon}
        <span className="dropzone-text">
          <span id={`${id}-action`}>
            <span className="dropzone-action">{label}</span> o trascinalo qui
          </span>
          <small id={`${id}-help`}>{help}</small>
        </span>
      </label>
      {error !== null && <Refused id={`${id}-error`} sentence={error} />}
    </div>
  )
}

interface HeldFileProps extends ChooserProps {
  thumb: ReactNode
  name: string
  /** Under the name: its size. */
  note: string | null
  /** More buttons beside the one that takes another file. */
  children: ReactNode
}

/** The file of a field; another one is chosen, or dropped on it. */
export function HeldFile({ thumb, name, note, children, ...chooser }: HeldFileProps) {
  const id = useId()
  const zone = useRef<HTMLDivElement>(null)
  const isOver = useDrop(zone, chooser)
  const { error } = chooser
  return (
    <div>
      <div
        ref={zone}
        className="dropzone dropzone-held"
        data-over={isOver || undefined}
        data-invalid={error !== null || undefined}
      >
        {thumb}
        <span className="dropzone-text">
          <b>{name}</b>
          {note !== null && <small>{note}</small>}
        </span>
        <span className="dropzone-buttons">
          <label htmlFor={`${id}-input`} className="btn btn-secondary btn-sm">
            <FileInput
              {...chooser}
              id={`${id}-input`}
              describedBy={error === null ? undefined : `${id}-error`}
              action={`${id}-action`}
            />
            <span id={`${id}-action`}>Sostituisci</span>
          </label>
          {children}
        </span>
      </div>
      {error !== null && <Refused id={`${id}-error`} sentence={error} />}
    </div>
  )
}

interface FileInputProps extends ChooserProps {
  id?: string
  describedBy: string | undefined
  /** Id of the text that names the action. */
  action: string
}

function FileInput({ id, ref, labelledBy, accept, error, disabled, onFile, describedBy, action }: FileInputProps) {
  return (
    <input
      id={id}
      ref={ref}
      className="sr-only"
      type="file"
      accept={accept ?? pictures}
      disabled={disabled}
      aria-labelledby={labelledBy === undefined ? action : `${labelledBy} ${action}`}
      aria-invalid={error !== null || undefined}
      aria-describedby={describedBy}
      onChange={(event) => {
        const file = event.target.files?.[0]
        // The same file can be chosen once more, after a refusal.
        event.target.value = ''
        if (file !== undefined) onFile(file)
      }}
    />
  )
}

function Refused({ id, sentence }: { id: string; sentence: string }) {
  return (
    <p id={id} className="help help-error" role="alert">
      <CircleAlert className="icon" size={14} strokeWidth={2} aria-hidden />
      {sentence}
    </p>
  )
}

/** Takes files that are dropped on an element. @returns whether one is dragged over it */
function useDrop(zone: RefObject<HTMLElement | null>, { disabled, onFile }: ChooserProps): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent((file: File | undefined) => {
    if (file !== undefined && !disabled) onFile(file)
  })
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const isHere = ({ target }: Event) => target instanceof Node && zone.current?.contains(target) === true
    // Listens on the whole window: a file dropped beside the field would replace the page and lose its input.
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
  }, [zone])
  return isOver
}
