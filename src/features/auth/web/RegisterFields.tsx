import type { ReactNode } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { countriesByName } from '#shared/countries.ts'
import { useTakenOver } from '#web/taken-over.ts'
import { PasswordField, SelectField, TextField } from '#web/ui/Field.tsx'

/** What the form gathers: texts, all of them. */
export interface Registration {
  display_name: string
  username: string
  country: string
  email: string
  broker_server: string
  account_number: string
  investor_password: string
  password: string
  confirm_password: string
}

export const fieldWords: Record<keyof Registration, string> = {
  display_name: 'Nome visualizzato',
  username: 'Username',
  country: 'Paese',
  email: 'Email',
  broker_server: 'Server del broker',
  account_number: 'Numero di conto',
  investor_password: 'Password investitore',
  password: 'Password',
  confirm_password: 'Conferma password',
}

interface RegisterFieldsProps {
  form: UseFormReturn<Registration, unknown, Registration>
}

export function RegisterFields({ form }: RegisterFieldsProps) {
  const { register, formState } = form
  const wired = (name: keyof Registration) => ({
    label: fieldWords[name],
    error: formState.errors[name]?.message,
    ...register(name),
  })
  const plain = { autoCapitalize: 'none', spellCheck: false } as const
  return (
    <>
      <Group title="Chi sei">
        <TextField autoComplete="name" {...wired('display_name')} />
        <TextField autoComplete="username" {...plain} {...wired('username')} />
        <SelectField autoComplete="country" {...wired('country')}>
          <option value="">Scegli un paese</option>
          <Countries />
        </SelectField>
        <TextField type="email" autoComplete="email" {...plain} {...wired('email')} />
      </Group>
      <Group title="Conto MetaTrader">
        <TextField autoComplete="off" {...plain} {...wired('broker_server')} />
        <TextField inputMode="numeric" autoComplete="off" {...wired('account_number')} />
        <div className="col-span-full">
          <PasswordField
            note="Sola lettura, facoltativa"
            help="Con questa password nessuno può aprire o chiudere operazioni. Non inserire mai la password principale."
            autoComplete="off"
            {...wired('investor_password')}
          />
        </div>
      </Group>
      <Group title="Accesso">
        <PasswordField help="Almeno 8 caratteri." autoComplete="new-password" {...wired('password')} />
        <ConfirmPassword form={form} />
      </Group>
    </>
  )
}

/** Says while typing whether the two passwords are the same. */
function ConfirmPassword({ form }: RegisterFieldsProps) {
  const [password, repeated] = useWatch({ control: form.control, name: ['password', 'confirm_password'] })
  const refused = form.formState.errors.confirm_password?.message
  const differs = repeated !== '' && repeated !== password
  const matches = repeated !== '' && !differs
  return (
    <PasswordField
      label={fieldWords.confirm_password}
      autoComplete="new-password"
      error={matches ? undefined : (refused ?? (differs ? 'Le password non corrispondono' : undefined))}
      ok={matches ? 'Le password corrispondono' : undefined}
      {...form.register('confirm_password')}
    />
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="mt-8">
      <legend className="bodoni w-full border-b border-line-2 pb-2.5 text-h3">{title}</legend>
      <div className="mt-[18px] grid grid-cols-2 gap-x-5 gap-y-[18px] max-[820px]:grid-cols-1">{children}</div>
    </fieldset>
  )
}

/** After the first paint: 250 names are no part of a document. */
function Countries() {
  if (!useTakenOver()) return null
  return countriesByName().map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ))
}
