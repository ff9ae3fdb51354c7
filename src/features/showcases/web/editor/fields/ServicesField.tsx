import { X } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { fields } from '#features/showcases/rules/fields.ts'
import { TextField } from '#web/ui/forms/Field.tsx'
import { addTyped } from './services.ts'

interface ServicesFieldProps {
  services: readonly string[]
  /** The typed text that is not added yet, or refused. */
  typed: string
  error: string | undefined
  onChange: (services: readonly string[], typed: string) => void
}

const { label, most, item } = fields.content.services

/** The services as tags. Enter, a comma or leaving the field adds one; the cross removes it. */
export function ServicesField({ services, typed, error, onChange }: ServicesFieldProps) {
  const [refused, setRefused] = useState<string | null>(null)
  const [announcement, announce] = useState('')
  const root = useRef<HTMLDivElement>(null)

  const add = (text: string) => {
    const { services: next, rest, error: why } = addTyped(services, text)
    onChange(next, rest)
    setRefused(why ?? null)
    if (next.length === services.length) return
    const added = next.slice(services.length)
    announce(`${added.length === 1 ? 'Aggiunto' : 'Aggiunti'}: ${added.join(', ')}.`)
  }
  const remove = (index: number) => {
    onChange(
      services.filter((_, other) => other !== index),
      typed,
    )
    announce(`Tolto: ${services[index]}.`)
    setRefused(null)
    // The pressed button is gone, so the focus moves to the next one, or to the field.
    requestAnimationFrame(() => {
      const buttons = root.current?.querySelectorAll('button') ?? []
      const next = buttons[Math.min(index, buttons.length - 1)] ?? root.current?.querySelector('input')
      next?.focus()
    })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (typed.trim() !== '') add(typed)
  }
  return (
    <div ref={root}>
      <TextField
        label={label}
        name="content.services"
        note={`${services.length}/${most}`}
        help={`Invio o virgola per aggiungere. Da ${item.min} a ${item.max} caratteri l’uno; nella griglia compaiono i primi tre.`}
        error={refused ?? error}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          if (target.value.includes(',')) add(target.value)
          else {
            onChange(services, target.value)
            setRefused(null)
          }
        }}
        onKeyDown={press}
        onBlur={() => {
          if (typed !== '') add(typed)
        }}
      />
      {services.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-2" aria-label="Servizi aggiunti">
          {services.map((service, index) => (
            <li key={service} className="editor-tag">
              {service}
              <button type="button" aria-label={`Togli ${service}`} onClick={() => remove(index)}>
                <X size={14} strokeWidth={2} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <output className="sr-only">{announcement}</output>
    </div>
  )
}
