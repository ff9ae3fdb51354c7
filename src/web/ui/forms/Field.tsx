import { CircleAlert, CircleCheck, Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { ChevronDown } from '../icons.tsx'
import { MarkedText } from '../MarkedText.tsx'

export interface FieldProps {
  label: string
  /** Counter or note at the right end of the label. */
  note?: string | undefined
  help?: string | undefined
  error?: string | undefined
  /** A passed check worth saying: "Le password corrispondono". */
  ok?: string | undefined
}

export interface Wiring {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Label above, help or error below, wired to the control that `children` draws. */
export function Field({
  label,
  note,
  help,
  error,
  ok,
  children,
}: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const below = error ?? ok ?? help
  const wiring: Wiring = {
    id,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': below === undefined ? undefined : `${id}-below`,
  }
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
        {note !== undefined && <span>{note}</span>}
      </label>
      {children(wiring)}
      {below !== undefined && <Below id={`${id}-below`} kind={error ? 'error' : ok ? 'ok' : 'help'} text={below} />}
    </div>
  )
}

function Below({ id, kind, text }: { id: string; kind: 'error' | 'ok' | 'help'; text: string }) {
  return (
    <p id={id} className={`help help-${kind}`} role={kind === 'ok' ? 'status' : undefined}>
      {kind === 'error' && <CircleAlert className="icon" size={14} strokeWidth={2} aria-hidden />}
      {kind === 'ok' && <CircleCheck className="icon" size={14} strokeWidth={2} aria-hidden />}
      <MarkedText text={text} />
    </p>
  )
}

/** A text input with its label. Everything else (name, ref, autoComplete, maxLength…) goes to the input. */
export function TextField({ label, note, help, error, ok, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} note={note} help={help} error={error} ok={ok}>
      {(wiring) => <input type="text" {...input} {...wiring} className={ok === undefined ? 'input' : 'input is-ok'} />}
    </Field>
  )
}

/** Several lines of text with their label; `note` for a counter. */
export function TextAreaField({ label, note, help, error, ok, ...area }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} note={note} help={help} error={error} ok={ok}>
      {(wiring) => <textarea rows={4} {...area} {...wiring} className="input" />}
    </Field>
  )
}

/** A password input with show and hide; pasting and password managers work. */
export function PasswordField({ label, note, help, error, ok, ...input }: FieldProps & ComponentProps<'input'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} note={note} help={help} error={error} ok={ok}>
      {(wiring) => (
        <span className="input-shell">
          <input
            {...input}
            {...wiring}
            aria-invalid={wiring['aria-invalid'] ?? input['aria-invalid']}
            type={shown ? 'text' : 'password'}
            className={ok === undefined ? 'input' : 'input is-ok'}
          />
          <button
            type="button"
            className="icon-button"
            aria-pressed={shown}
            aria-label={`Mostra ${label.toLowerCase()}`}
            onClick={() => setShown(!shown)}
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden />
          </button>
        </span>
      )}
    </Field>
  )
}

/** A native select with a field's label. */
export function SelectField({
  label,
  note,
  help,
  error,
  ok,
  children,
  ...select
}: FieldProps & ComponentProps<'select'>) {
  return (
    <Field label={label} note={note} help={help} error={error} ok={ok}>
      {(wiring) => (
        <span className="select-shell">
          <select {...select} {...wiring} className="input">
            {children}
          </select>
          <ChevronDown size={16} />
        </span>
      )}
    </Field>
  )
}
