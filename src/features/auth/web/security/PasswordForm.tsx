import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { changePassword } from '#features/auth/contract.ts'
import * as format from '#shared/format/format.ts'
import { noConnection, send } from '#web/api.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { ActionError } from '#web/ui/ActionError.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/forms/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { PasswordContext } from '../../rules.ts'
import { lazyResolver } from '#web/ui/forms/lazyResolver.ts'
import { showFieldErrors } from '#web/ui/forms/showFieldErrors.ts'
import { NewPasswordField, RepeatedPasswordField } from '../NewPasswordField.tsx'
import { sessionsKey } from './sessions.ts'
import type { ChangedPasswords } from '../form-values.ts'

const schema = lazyResolver<ChangedPasswords>(async () => (await import('../schemas.ts')).changePasswordSchema)
const empty: ChangedPasswords = { current_password: '', new_password: '', confirm_password: '' }
const lost = `${noConnection}. La risposta non è arrivata: forse la password è già cambiata. Riprova: se quella attuale risulta sbagliata, vale già la nuova password.`
const names = ['current_password', 'new_password', 'confirm_password'] as const

/** Changes the password of the signed-in user. */
export function PasswordForm({ owner }: { owner: PasswordContext }) {
  const client = useQueryClient()
  const [status, setStatus] = useState<string | null>(null)
  const { register, handleSubmit, control, formState, setError, reset } = useForm<
    ChangedPasswords,
    unknown,
    ChangedPasswords
  >({
    resolver: schema,
    defaultValues: empty,
  })
  const [typed, repeated] = useWatch({ control, name: ['new_password', 'confirm_password'] })
  const changing = useAction(
    (body: ChangedPasswords) => send<typeof changePassword>('POST /api/auth/change-password', { body }),
    {
      onDone({ message, revoked_sessions: closed }) {
        reset(empty)
        setStatus(
          closed === 0
            ? message
            : `${message} ${format.counted(closed, 'altra sessione chiusa', 'altre sessioni chiuse')}.`,
        )
        void client.invalidateQueries({ queryKey: [sessionsKey] })
      },
      onError: ({ fields }) => showFieldErrors(setError, names, fields),
    },
  )
  const submit = handleSubmit(async (body) => {
    setStatus(null)
    await changing.run(body)
  })
  const { errors, isSubmitting } = formState
  return (
    <Panel title="Password">
      {/* Not an action of its own: the first field with the focus fetches the schema. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        className="grid max-w-[440px] gap-[18px]"
        method="post"
        noValidate
        aria-label="Cambia password"
        onFocus={schema.preload}
        onSubmit={(event) => void submit(event)}
      >
        {/* A password manager stores the new password under the name that it belongs to. */}
        <input type="text" autoComplete="username" value={owner.email} readOnly hidden />
        <PasswordField
          label="Password attuale"
          autoComplete="current-password"
          error={errors.current_password?.message}
          {...register('current_password')}
        />
        <NewPasswordField
          label="Nuova password"
          typed={typed}
          owner={owner}
          error={errors.new_password?.message}
          {...register('new_password')}
        />
        <RepeatedPasswordField
          label="Conferma nuova password"
          typed={repeated}
          password={typed}
          error={errors.confirm_password?.message}
          {...register('confirm_password')}
        />
        <ActionError error={changing.error} textOf={(error) => (error.status === 0 ? lost : error.message)} />
        {status !== null && <Alert tone="ok" lead={status} live />}
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" variant="primary" busy={isSubmitting && 'Salvataggio...'}>
            Cambia password
          </Button>
          <p className="text-ui text-ink-3">Le altre sessioni verranno chiuse.</p>
        </div>
      </form>
    </Panel>
  )
}
