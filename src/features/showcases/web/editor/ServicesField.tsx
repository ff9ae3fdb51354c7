import { X } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { limits, SERVICES_MAX } from '#features/showcases/rules/limits.ts'
import { graphemes } from '#shared/graphemes.ts'
import { TextField } from '#web/ui/Field.tsx'

interface ServicesFieldProps {
  services: readonly string[]
  fault: string | undefined
  onChange: (services: string[]) => void
}

const { min, max } = limits.service

/** Adds what was typed, at its commas. @returns what stays typed, and why */
function withTyped(services: readonly string[], typed: string): { services: string[]; rest: string; fault?: string } {
  const next = [...services]
  const words = typed.split(',').map((word) => word.trim().replace(/\s+/g, ' '))
  for (const [index, word] of words.entries()) {
    const isThere = next.some((other) => other.toLowerCase() === word.toLowerCase())
    if (word === '' || isThere) continue
    const rest = words.slice(index).join(', ')
    if (next.length >= SERVICES_MAX) return { services: next, rest, fault: `Al massimo ${SERVICES_MAX} servizi.` }
    if (graphemes(word) < min) return { services: next, rest, fault: `Minimo ${min} caratteri` }
    if (graphemes(word) > max) return { services: next, rest, fault: `Massimo ${max} caratteri` }
    next.push(word)
  }
  return { services: next, rest: '' }
}

/** Short words, one tag each: Enter, a comma or leaving the field adds, the cross takes away. */
export function ServicesField({ services, fault, onChange }: ServicesFieldProps) {
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const [news, setNews] = useState('')
  const root = useRef<HTMLDivElement>(null)

  const add = (text: string) => {
    const { services: next, rest, fault: why } = withTyped(services, text)
    setTyped(rest)
    setRefused(why ?? null)
    if (next.length === services.length) return
    onChange(next)
    const added = next.slice(services.length)
    setNews(`${added.length === 1 ? 'Aggiunto' : 'Aggiunti'}: ${added.join(', ')}.`)
  }
  const remove = (index: number) => {
    onChange(services.filter((_, other) => other !== index))
    setNews(`Tolto: ${services[index]}.`)
    setRefused(null)
    // The button is gone: the next one has the focus, or the field.
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
        label="Servizi"
        name="content.services"
        note={`${services.length}/${SERVICES_MAX}`}
        help={`Invio o virgola per aggiungere. Da ${min} a ${max} caratteri l’uno; nella griglia compaiono i primi tre.`}
        error={refused ?? fault}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          if (target.value.includes(',')) add(target.value)
          else {
            setTyped(target.value)
            setRefused(null)
          }
        }}
        onKeyDown={press}
        onBlur={() => {
          if (typed.trim() !== '') add(typed)
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
      <output className="sr-only">{news}</output>
    </div>
  )
}
