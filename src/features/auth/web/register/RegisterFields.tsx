import type { ReactNode } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { PasswordField, TextField } from '#web/ui/forms/Field.tsx'
import { BrokerServerField } from './BrokerServerField.tsx'
import type { Registration } from './registration.ts'
import { CountryField } from './CountryField.tsx'
import { NewPasswordField, RepeatedPasswordField } from '#features/auth/web/NewPasswordField.tsx'

export const fieldLabels: Record<keyof Registration, string> = {
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
  form: UseFormReturn<Registration>
}

export function RegisterFields({ form }: RegisterFieldsProps) {
  const { register, control, formState } = form
  const wired = (name: keyof Registration) => ({
    label: fieldLabels[name],
    error: formState.errors[name]?.message,
    ...register(name),
  })
  const plain = { autoCapitalize: 'none', spellCheck: false } as const
  return (
    <>
      <Group title="Chi sei">
        <TextField autoComplete="name" {...wired('display_name')} />
        <TextField autoComplete="username" {...plain} {...wired('username')} />
        <CountryField label={fieldLabels.country} control={control} />
        <TextField type="email" autoComplete="email" {...plain} {...wired('email')} />
      </Group>
      <Group title="Conto MetaTrader">
        <BrokerServerField label={fieldLabels.broker_server} control={control} />
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
        <Passwords form={form} />
      </Group>
    </>
  )
}

function Passwords({ form: { control, register, formState } }: RegisterFieldsProps) {
  const [password, repeated, username, displayName, email] = useWatch({
    control,
    name: ['password', 'confirm_password', 'username', 'display_name', 'email'],
  })
  return (
    <>
      <NewPasswordField
        label={fieldLabels.password}
        typed={password}
        owner={{ username, display_name: displayName, email }}
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <RepeatedPasswordField
        label={fieldLabels.confirm_password}
        typed={repeated}
        password={password}
        error={formState.errors.confirm_password?.message}
        {...register('confirm_password')}
      />
    </>
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
