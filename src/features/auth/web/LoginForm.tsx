import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { login } from '#features/auth/contract.ts'
import { send } from '#web/api.ts'
import { navigate } from '#web/router.ts'
import { signIn } from '#web/session.ts'
import { useTakenOver } from '#web/taken-over.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField, TextField } from '#web/ui/Field.tsx'
import { home } from './addresses.ts'
import { failureOf, type Failure } from './failure.ts'

interface Credentials {
  email: string
  password: string
}

const required = 'Campo obbligatorio.'
const fields = z.object({
  email: z.string().check(z.trim(), z.minLength(1, required)),
  password: login.body.shape.password,
})

/** @param wanted where to go afterwards; the dashboard without it */
export function LoginForm({ forgotHref, wanted }: { forgotHref: string; wanted: string | null }) {
  const isTakenOver = useTakenOver()
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const { register, handleSubmit, formState } = useForm<Credentials, unknown, Credentials>({
    resolver: standardSchemaResolver(fields),
    defaultValues: { email: '', password: '' },
  })
  const submit = handleSubmit(async (body) => {
    setRefusal(null)
    try {
      const { access_token: token } = await send<typeof login>('POST /api/auth/login', { body })
      signIn(token)
      toast('Accesso effettuato', 'ok')
      navigate(wanted ?? home)
    } catch (error) {
      setRefusal(failureOf(error, 'login'))
    }
  })
  const { errors, isSubmitting } = formState
  return (
    <form className="mt-8 grid gap-[18px]" method="post" noValidate onSubmit={(event) => void submit(event)}>
      {refusal !== null && (
        <Alert tone="danger" lead={refusal.isRefusal ? `${refusal.message}.` : refusal.message} live>
          {refusal.isRefusal && <span className="block">Controlla i dati e riprova.</span>}
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
          aria-invalid={refusal?.isRefusal === true || undefined}
          {...register('password')}
        />
        <p className="absolute -top-[3px] right-0 text-[13px] leading-6">
          <a href={forgotHref}>Password dimenticata?</a>
        </p>
      </div>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        wide
        disabled={!isTakenOver}
        busy={isSubmitting && 'Accesso...'}
      >
        Accedi
      </Button>
    </form>
  )
}
