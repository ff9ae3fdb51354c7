import { useEffect, useState } from 'react'
import type { ComponentProps } from 'react'
import { PasswordField } from '#web/ui/forms/Field.tsx'
import type { PasswordContext } from '../rules.ts'
import type { strengthOf, Strength } from './strength.ts'

type PasswordProps = ComponentProps<typeof PasswordField>

interface NewPasswordFieldProps extends PasswordProps {
  /** The current value. */
  typed: string
  /** The owner's names, which make a password weaker. '' for an unknown one. */
  owner: PasswordContext
}

/** A field for a new password, with its strength. Pasting and password managers work. */
export function NewPasswordField({ typed, owner, ...field }: NewPasswordFieldProps) {
  const strength = useStrength(typed, owner)
  return (
    <div>
      <PasswordField help={lengths} autoComplete="new-password" {...field} />
      <StrengthMeter strength={strength} />
    </div>
  )
}

const lengths = 'Almeno 8 caratteri, meglio 12 o più.'

interface RepeatedPasswordFieldProps extends PasswordProps {
  /** The current value of the repetition. */
  typed: string
  /** The password to repeat. */
  password: string
}

/** Says while typing whether the two passwords are equal. */
export function RepeatedPasswordField({ typed, password, error, ...field }: RepeatedPasswordFieldProps) {
  const differs = typed !== '' && typed !== password
  const matches = typed !== '' && !differs
  return (
    <PasswordField
      autoComplete="new-password"
      {...field}
      error={matches ? undefined : (error ?? (differs ? 'Le password non corrispondono' : undefined))}
      ok={matches ? 'Le password corrispondono' : undefined}
    />
  )
}

/** Rating and advice are announced once typing pauses. The bar shows the same. */
function StrengthMeter({ strength }: { strength: Strength | null }) {
  const level = strength?.level ?? 0
  return (
    <div className="mt-2">
      <svg className="h-1 w-full" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        {[1, 2, 3, 4].map((part) => (
          <rect
            key={part}
            className={part <= level ? fills[level] : 'fill-line'}
            x={(part - 1) * 25.25}
            width={24.25}
            height={4}
          />
        ))}
      </svg>
      <output className="mt-1.5 block min-h-4 text-label leading-4 text-ink-2">
        {strength !== null && (
          <>
            Robustezza: <b className="font-semibold text-ink">{strength.word}</b>
            {strength.advice !== '' && <>. {strength.advice}</>}
          </>
        )}
      </output>
    </div>
  )
}

const fills = ['', 'fill-danger', 'fill-warn', 'fill-accent', 'fill-ok']

/** The pause in typing before the password is rated, ms. */
const pauseMs = 250

/** Null while the field is empty, and when the word lists failed to load: the server checks in any case. */
function useStrength(typed: string, { username, display_name, email }: PasswordContext): Strength | null {
  const [meter, setMeter] = useState<{ strengthOf: typeof strengthOf } | null>(null)
  const [strength, setStrength] = useState<Strength | null>(null)
  const isTyped = typed !== ''
  useEffect(() => {
    if (!isTyped) return undefined
    let isHere = true
    import('./strength.ts').then(
      (loaded) => isHere && setMeter({ strengthOf: loaded.strengthOf }),
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [isTyped])
  useEffect(() => {
    if (meter === null) return undefined
    const timer = setTimeout(
      () => setStrength(typed === '' ? null : meter.strengthOf(typed, { username, display_name, email })),
      typed === '' ? 0 : pauseMs,
    )
    return () => clearTimeout(timer)
  }, [meter, typed, username, display_name, email])
  return strength
}
