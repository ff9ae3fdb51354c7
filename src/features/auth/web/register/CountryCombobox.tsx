import { Combobox } from '@base-ui/react/combobox'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { Check } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Ref } from 'react'
import { countriesByName, type Country } from '#shared/countries.ts'
import * as format from '#shared/format/format.ts'
import type { Wiring } from '#web/ui/forms/Field.tsx'
import { ChevronDown } from '#web/ui/icons.tsx'
import { listLook, optionLook, optionsLook } from './chooser.ts'
import { countryNamed, foundCountries } from './country-search.ts'

interface CountryComboboxProps extends Wiring {
  name: string
  /** ISO 3166-1 alpha-2; '' for none. */
  value: string
  onChange: (code: string) => void
  onBlur: () => void
  /** Whether the text that the field was left with names no country. */
  onStray: (isStray: boolean) => void
  ref: Ref<HTMLInputElement>
  /** The control that it replaces had the focus. */
  takesFocus: boolean
}

/** The field that searches while typing: arrows and Enter choose, Esc keeps the choice. */
export function CountryCombobox({
  name,
  value,
  onChange,
  onBlur,
  onStray,
  ref,
  takesFocus,
  ...wiring
}: CountryComboboxProps) {
  const countries = countriesByName()
  const chosen = countries.find(({ code }) => code === value) ?? null
  const [typed, setTyped] = useState(chosen?.name ?? '')
  const [displayed, setDisplayed] = useState(chosen)
  // A choice from elsewhere, such as a draft.
  if (displayed !== chosen) {
    setDisplayed(chosen)
    setTyped(chosen?.name ?? '')
  }
  const found = useMemo(() => foundCountries(typed), [typed])
  const input = useRef<HTMLInputElement | null>(null)
  const place = useRef<HTMLSpanElement>(null)
  const isResolved = chosen !== null && typed === chosen.name

  /** A text that the field was left with, or that a password manager filled in: the country that it names, or the only match. Otherwise an error. */
  const resolveText = () => {
    const text = input.current?.value ?? ''
    const means = foundCountries(text)
    const named = countryNamed(text) ?? (means.length === 1 ? means[0] : undefined)
    if (text === '' || chosen !== null) onStray(false)
    else if (named === undefined) onStray(true)
    if (text === '' || isResolved || named === undefined) return
    onStray(false)
    onChange(named.code)
    setTyped(named.name)
  }
  const latest = useRef(resolveText)
  useEffect(() => {
    latest.current = resolveText
  })
  useEffect(() => {
    // React's `onChange` fires for each letter; this event fires once the text is complete.
    const element = input.current
    const done = () => latest.current()
    element?.addEventListener('change', done)
    return () => element?.removeEventListener('change', done)
  }, [])

  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])

  return (
    <CSPProvider disableStyleElements>
      <Combobox.Root<Country>
        items={countries}
        filteredItems={found}
        value={chosen}
        inputValue={typed}
        onValueChange={(country) => {
          onStray(false)
          onChange(country?.code ?? '')
        }}
        onInputValueChange={setTyped}
        itemToStringLabel={(country) => country.name}
        itemToStringValue={(country) => country.code}
        name={name}
        autoComplete="country"
        autoHighlight
      >
        <Combobox.InputGroup className="select-shell">
          {isResolved && <SmallFlag code={chosen.code} className="absolute top-1/2 left-3 z-1 -translate-y-1/2" />}
          <Combobox.Input
            {...wiring}
            ref={(element) => {
              input.current = element
              if (typeof ref === 'function') ref(element)
              else if (ref !== null) ref.current = element
            }}
            className={`input ${isResolved ? 'pl-10' : ''}`}
            placeholder="Scegli un paese"
            autoCapitalize="none"
            spellCheck={false}
            onBlur={({ relatedTarget }) => {
              if (place.current?.contains(relatedTarget) === true) return
              resolveText()
              onBlur()
            }}
          />
          <Combobox.Trigger
            className="absolute top-0 right-0 grid h-full w-10 place-items-center text-ink-2"
            aria-label="Mostra tutti i paesi"
          >
            <ChevronDown size={16} />
          </Combobox.Trigger>
        </Combobox.InputGroup>
        {/* Beside its field: a list at the end of the page would be outside of its landmarks. */}
        <span ref={place} />
        <Combobox.Portal container={place}>
          <Combobox.Positioner className="z-(--z-menu) outline-none" sideOffset={4}>
            <Combobox.Popup className={listLook}>
              <Combobox.Status className="sr-only">
                {found.length > 0 && found.length < countries.length
                  ? format.counted(found.length, 'paese trovato', 'paesi trovati')
                  : null}
              </Combobox.Status>
              <Combobox.Empty>
                {found.length === 0 && <p className="px-3 py-3 text-ui text-ink-2">Nessun paese trovato</p>}
              </Combobox.Empty>
              <Combobox.List className={optionsLook} aria-label="Paesi">
                {(country: Country) => (
                  <Combobox.Item key={country.code} value={country} className={optionLook}>
                    <SmallFlag code={country.code} />
                    {country.name}
                    <Combobox.ItemIndicator className="ml-auto">
                      <Check size={16} strokeWidth={1.75} aria-hidden />
                    </Combobox.ItemIndicator>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </CSPProvider>
  )
}

/** The flag beside a country's name is decoration. */
function SmallFlag({ code, className = '' }: { code: string; className?: string }) {
  const source = `/flags/${code.toLowerCase()}.webp`
  return (
    <img className={`flag ${className}`} src={source} alt="" width={20} height={15} loading="lazy" decoding="async" />
  )
}
