import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { forgotPassword } from '#features/auth/recovery-contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { send } from '#web/api.ts'
import { shortErrorText } from '#web/error-text.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { useHydrated } from '#web/hooks/useHydrated.ts'
import { ActionError } from '#web/ui/ActionError.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { lazyResolver } from '#web/ui/forms/lazyResolver.ts'
import { showFieldErrors } from '#web/ui/forms/showFieldErrors.ts'
import { stateOf } from '#features/auth/web/session-state.ts'

type Answer = ResponseOf<typeof forgotPassword>

const schema = lazyResolver<{ email: string }>(async () => (await import('../schemas.ts')).forgotPasswordSchema)

/** Requests a link. The answer does not reveal who is registered. */
export function ForgotForm() {
  const isHydrated = useHydrated()
  const [answer, setAnswer] = useState<(Answer & { email: string }) | null>(null)
  const { register, handleSubmit, formState, setError, getValues, setValue } = useForm<
    { email: string },
    unknown,
    { email: string }
  >({
    resolver: schema,
    defaultValues: { email: '' },
  })
  useEffect(() => {
    // The text typed at the sign-in, when it is an address and no username.
    const name = stateOf('sign_in_name') ?? ''
    if (name.includes('@') && getValues('email') === '') setValue('email', name)
  }, [getValues, setValue])
  const requesting = useAction(
    (body: { email: string }) => send<typeof forgotPassword>('POST /api/auth/forgot-password', { body }),
    {
      onDone: (given, { email }) => setAnswer({ ...given, email }),
      onError: ({ fields }) => showFieldErrors(setError, ['email'], fields),
    },
  )
  const submit = handleSubmit(async (body) => {
    setAnswer(null)
    await requesting.run(body)
  })
  const { errors, isSubmitting } = formState
  if (answer?.is_available === true) return <Sent email={answer.email} onAgain={() => setAnswer(null)} />
  return (
    <form className="mt-8 grid gap-[18px]" method="post" noValidate onSubmit={(event) => void submit(event)}>
      {answer !== null && (
        <Alert tone="info" lead={answer.message} live>
          <span className="block">
            {answer.support_email === null ? (
              <>
                Per rientrare <a href="/?view=contacts&subject=account-issues">scrivi all’assistenza</a>.
              </>
            ) : (
              <>
                Per rientrare scrivi a <a href={`mailto:${answer.support_email}`}>{answer.support_email}</a>{' '}
                dall’indirizzo con cui ti sei registrato.
              </>
            )}
          </span>
        </Alert>
      )}
      <ActionError error={requesting.error} textOf={shortErrorText} />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        help="Quella con cui ti sei registrato."
        error={errors.email?.message}
        {...register('email')}
      />
      <Button type="submit" variant="primary" size="lg" wide disabled={!isHydrated} busy={isSubmitting && 'Invio...'}>
        Recupera password
      </Button>
    </form>
  )
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className="mt-8 grid gap-[18px]" ref={box} tabIndex={-1}>
      <Alert tone="ok" lead="Controlla la posta." live>
        <span className="block [overflow-wrap:anywhere]">
          Se {email} appartiene a un account, tra poco riceverai un’email con un link valido un’ora.
        </span>
      </Alert>
      <ul className="list-disc pl-5 text-ui text-ink-2">
        <li>Non arriva? Guarda anche nella posta indesiderata.</li>
        <li>Il link vale una volta sola: se ne chiedi un altro, il precedente non vale più.</li>
        <li>A uno stesso indirizzo inviamo al massimo 3 link all’ora.</li>
      </ul>
      <p>
        <Button onClick={onAgain}>Usa un altro indirizzo o riprova</Button>
      </p>
    </div>
  )
}
