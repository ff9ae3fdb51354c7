import { useRef } from 'react'
import { useController, type Control } from 'react-hook-form'
import { Field } from '#web/ui/forms/Field.tsx'
import type { Registration } from './registration.ts'
import { useLoaded } from './use-loaded.ts'

const load = async () => (await import('./choosers.ts')).BrokerServerInput

/** Any text, with suggestions once they have loaded. Without them it is a field like the others. */
export function BrokerServerField({ label, control }: { label: string; control: Control<Registration> }) {
  const { field, fieldState } = useController({ control, name: 'broker_server' })
  const plain = useRef<HTMLInputElement | null>(null)
  const loaded = useLoaded(load, plain, false)
  return (
    <Field label={label} error={fieldState.error?.message}>
      {(wiring) => {
        const plainText = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
        const shared = { ...field, ...wiring, ...plainText, placeholder: 'es. ICMarkets-Live07' }
        if (loaded !== 'waiting' && loaded !== 'failed') return <loaded.part {...shared} />
        return (
          <input
            {...shared}
            ref={(element) => {
              plain.current = element
              field.ref(element)
            }}
            className="input"
          />
        )
      }}
    </Field>
  )
}
