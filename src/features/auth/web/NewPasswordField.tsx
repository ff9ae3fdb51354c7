import { useEffect, useState } from 'react'
import type { ComponentProps } from 'react'
import { PasswordField } from '#web/ui/forms/Field.tsx'
import type { PasswordContext } from '../rules.ts'
import type { strengthOf, Strength } from './strength.ts'

type PasswordProps = ComponentProps<typeof PasswordField>

interface NewPasswordFieldProps extends PasswordProps {
  /** The password as it stands. */
  typed: string
  /** Whose it is: names that make it weaker. '' for what is not known. */
  owner: PasswordContext
}

/** A password that is being chosen, and how strong it is. Pasting and password managers work. */
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
  /** The repetition as it stands. */
  typed: string
  /** What it is to repeat. */
  password: string
}

/** Says while typing whether the two passwords are the same. */
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

/** Words and advice are announced once typing pauses; the bar repeats them to the eye. */
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

/** How long typing must pause before the password is looked at, ms. */
const pauseMs = 250

/** Null while nothing is typed, and where the lists could not be had: the server judges all the same. */
function useStrength(typed: string, { username, display_name, email }: PasswordContext): Strength | null {
  const [meter, setMeter] = useState<{ strengthOf: typeof strengthOf } | null>(null)
  const [strength, setStrength] = useState<Strength | null>(null)
  const wanted = typed !== ''
  useEffect(() => {
    if (!wanted) return undefined
    let isHere = true
    import('./strength.ts').then(
      (loaded) => isHere && setMeter({ strengthOf: loaded.strengthOf }),
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [wanted])
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
