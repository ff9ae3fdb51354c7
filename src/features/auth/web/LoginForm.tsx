import { useEffect, useState, type KeyboardEvent } from 'react'
import { useForm } from 'react-hook-form'
import type { login } from '#features/auth/contract.ts'
import { send } from '#web/api.ts'
import { navigate } from '#web/router.ts'
import { signIn } from '#web/session.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { useHydrated } from '#web/hooks/useHydrated.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField, TextField } from '#web/ui/forms/Field.tsx'
import { home, security } from './addresses.ts'
import { lazyResolver } from '#web/ui/forms/lazyResolver.ts'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx'
import { failureOf, type Failure } from './failure.ts'
import { storeState, stateOf } from './session-state.ts'
import type { Credentials } from './form-values.ts'

/** Few accounts have a second factor. */
const CodeStep = lazyWithRetry(
  async () => (await import('./CodeStep.tsx')).CodeStep,
  <span className="skeleton mt-8 h-[240px]" aria-hidden="true" />,
)

const schema = lazyResolver<Credentials>(async () => (await import('./schemas.ts')).loginSchema)

/** @param returnTo address to open afterwards; the dashboard without it */
export function LoginForm({ forgotHref, returnTo }: { forgotHref: string; returnTo: string | null }) {
  const isHydrated = useHydrated()
  const [refusal, setRefusal] = useState<Failure | null>(null)
  /** The accepted credentials that still require a code. */
  const [toProve, setToProve] = useState<Credentials | null>(null)
  const [isCapsLock, setCapsLock] = useState(false)
  const { register, handleSubmit, formState, setFocus, getValues, setValue } = useForm<
    Credentials,
    unknown,
    Credentials
  >({
    resolver: schema,
    defaultValues: { email: '', password: '' },
  })

  /** The page was reloaded between name and code. */
  const isInterrupted = isHydrated && stateOf('code_step') !== null
  useEffect(() => {
    const name = stateOf('sign_in_name')
    if (name !== null && getValues('email') === '') setValue('email', name)
  }, [getValues, setValue])

  async function enter(body: Credentials & { totp?: string }): Promise<void> {
    const { access_token: token, is_limited: isLimited } = await send<typeof login>('POST /api/auth/login', { body })
    storeState('sign_in_name', null)
    storeState('code_step', null)
    signIn(token)
    toast('Accesso effettuato', 'ok')
    if (isLimited) toast('Per le funzioni di amministrazione attiva prima il secondo fattore.', 'warn')
    navigate(isLimited ? security : (returnTo ?? home))
  }
  const entering = useAction(enter, {
    onError(error, body) {
      if (error.type !== 'TOTP_REQUIRED') return setRefusal(failureOf(error, 'login'))
      storeState('sign_in_name', body.email)
      storeState('code_step', 'open')
      setToProve(body)
    },
  })
  const submit = handleSubmit(
    async (body) => {
      setRefusal(null)
      storeState('code_step', null)
      await entering.run(body)
    },
    // An earlier refusal says nothing about this attempt.
    () => setRefusal(null),
  )
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const { errors, isSubmitting } = formState

  if (toProve !== null) {
    const back = (why: Failure | null) => {
      storeState('code_step', null)
      setToProve(null)
      setRefusal(why)
      requestAnimationFrame(() => setFocus('password'))
    }
    return <CodeStep onCode={(totp) => enter({ ...toProve, totp })} onBack={back} />
  }
  return (
    <form className="mt-8 grid gap-[18px]" method="post" noValidate onSubmit={(event) => void submit(event)}>
      {refusal !== null && (
        <Alert tone="danger" lead={refusal.isRefusal ? `${refusal.message}.` : refusal.message} live>
          {refusal.isRefusal && <span className="block">Controlla i dati e riprova.</span>}
        </Alert>
      )}
      {isInterrupted && refusal === null && (
        <Alert tone="info" lead="Ricomincia dalla password.">
          La pagina è stata ricaricata prima del codice: la password non resta scritta da nessuna parte.
        </Alert>
      )}
      <TextField
        label="Email o username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...register('email')}
      />
      <div className="relative">
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          help={isCapsLock ? 'Il blocco maiuscole è attivo.' : undefined}
          aria-invalid={refusal?.isRefusal === true || undefined}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          {...register('password')}
        />
        <p className="absolute -top-[3px] right-0 text-[13px] leading-6">
          <a href={forgotHref} onClick={() => storeState('sign_in_name', getValues('email').trim())}>
            Password dimenticata?
          </a>
        </p>
      </div>
      <Button type="submit" variant="primary" size="lg" wide disabled={!isHydrated} busy={isSubmitting && 'Accesso...'}>
        Accedi
      </Button>
    </form>
  )
}
