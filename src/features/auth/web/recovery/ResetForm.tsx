import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { resetPassword } from '#features/auth/recovery-contract.ts'
import { noConnection, send } from '#web/api.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { writeToken } from '#web/storage/token.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { lazyResolver } from '#web/ui/forms/lazyResolver.ts'
import { showFieldErrors } from '#web/ui/forms/showFieldErrors.ts'
import { NewPasswordField, RepeatedPasswordField } from '#features/auth/web/NewPasswordField.tsx'
import { clearLinkToken, useLinkToken } from './link-token.ts'
import { deadLink, Outcome } from './Outcome.tsx'
import type { ResetPasswords } from '../form-values.ts'

const schema = lazyResolver<ResetPasswords>(async () => (await import('../schemas.ts')).resetPasswordSchema)
/** Without a session only the server knows the names that the password may not contain. */
const unknownOwner = { username: '', display_name: '', email: '' }

/** The page that the link of the mail opens. */
export function ResetForm({ loginHref, forgotHref }: { loginHref: string; forgotHref: string }) {
  const token = useLinkToken('reset_token')
  /** The token that the server refused. */
  const [dead, setDead] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  const { register, handleSubmit, control, formState, setError } = useForm<ResetPasswords, unknown, ResetPasswords>({
    resolver: schema,
    defaultValues: { new_password: '', confirm_password: '' },
  })
  const [typed, repeated] = useWatch({ control, name: ['new_password', 'confirm_password'] })

  const resetting = useAction(
    (passwords: ResetPasswords) =>
      send<typeof resetPassword>('POST /api/auth/reset-password', { body: { ...passwords, token: token ?? '' } }),
    {
      onDone() {
        clearLinkToken('reset_token')
        // The server has closed every session of the account, this browser's too.
        writeToken(null)
        setDone(true)
      },
      onError({ type, fields }) {
        if (type !== 'RESET_LINK_DEAD') return showFieldErrors(setError, ['new_password', 'confirm_password'], fields)
        clearLinkToken('reset_token')
        setDead(token ?? '')
        return true
      },
    },
  )
  const submit = handleSubmit(async (passwords) => void (await resetting.run(passwords)))
  const isLost = resetting.error?.status === 0
  const { errors, isSubmitting } = formState

  if (token === undefined) return <span className="skeleton mt-8 h-[260px]" aria-hidden="true" />
  if (isDone) {
    return (
      <Outcome tone="ok" lead="Password aggiornata." href={loginHref} word="Accedi">
        Abbiamo chiuso ogni sessione aperta: accedi con la nuova password.
      </Outcome>
    )
  }
  if (token === null || token === dead) {
    return (
      <Outcome
        tone="warn"
        lead={token === null ? 'Manca il link.' : deadLink}
        href={forgotHref}
        word="Chiedi un nuovo link"
      >
        {token === null
          ? 'Apri di nuovo quello che hai ricevuto per email, o chiedine un altro.'
          : 'Un link vale un’ora e una volta sola, e solo l’ultimo che hai chiesto.'}
      </Outcome>
    )
  }
  return (
    <form className="mt-8 grid gap-[18px]" method="post" noValidate onSubmit={(event) => void submit(event)}>
      {resetting.error !== null && (
        <Alert tone="danger" lead={isLost ? `${noConnection}.` : resetting.error.message} live>
          {isLost && (
            <>
              La risposta non è arrivata: forse la password è già cambiata. <a href={loginHref}>Prova ad accedere</a>{' '}
              con la nuova password, o riprova qui.
            </>
          )}
        </Alert>
      )}
      <NewPasswordField
        label="Nuova password"
        typed={typed}
        owner={unknownOwner}
        error={errors.new_password?.message}
        {...register('new_password')}
      />
      <RepeatedPasswordField
        label="Conferma password"
        typed={repeated}
        password={typed}
        error={errors.confirm_password?.message}
        {...register('confirm_password')}
      />
      <Button type="submit" variant="primary" size="lg" wide busy={isSubmitting && 'Salvataggio...'}>
        Imposta la nuova password
      </Button>
      <p className="text-ui text-ink-2">Chiuderemo ogni sessione aperta. Se hai il secondo fattore, resta attivo.</p>
    </form>
  )
}
