import { lazy, Suspense, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { login, register as registerCall } from '#features/auth/contract.ts'
import { send } from '#web/api.ts'
import { navigate } from '#web/router.ts'
import { signIn } from '#web/session.ts'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { authAddress, home } from './addresses.ts'
import { checkedBy } from './checked-by.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import type { OfferChoice } from './BasicOffer.tsx'
import { failureOf } from './failure.ts'
import { empty, useDraft } from './draft.ts'
import { RegisterFields, type Registration } from './RegisterFields.tsx'
import { TermsConsent } from './TermsConsent.tsx'

const BasicOffer = lazy(async () => ({ default: (await import('./BasicOffer.tsx')).BasicOffer }))
const ConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }))

const check = 'Controlla i dati inseriti.'
const termsMissing = 'Devi accettare i Termini e Condizioni per procedere con la registrazione.'
const rules = checkedBy<Registration>(({ registering }) => registering)

/** @param wanted where somebody was on the way to who was asked to register first */
export function RegisterForm({ wanted = null }: { wanted?: string | null }) {
  const [acceptedAt, setAcceptedAt] = useState<number | null>(null)
  const [toConfirm, setToConfirm] = useState<Registration | null>(null)
  const [registered, setRegistered] = useState<Registration | null>(null)
  const [choice, setChoice] = useState<OfferChoice | null>(null)
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<{ lead: string; byServer: boolean } | null>(null)
  // Two clicks of one moment come before the first is drawn.
  const isOnItsWay = useRef(false)
  const wasRefused = useRef(false)
  const form = useForm<Registration>({ resolver: rules, defaultValues: empty })
  useDraft(form, registered !== null)
  const review = form.handleSubmit(
    async (given) => {
      setRefusal(null)
      if (acceptedAt === null) return setRefusal({ lead: termsMissing, byServer: false })
      const weakness = await passwordWeakness(given)
      if (weakness === null) return setToConfirm(given)
      form.setError('password', { message: weakness }, { shouldFocus: true })
      setRefusal({ lead: check, byServer: false })
    },
    () => setRefusal({ lead: check, byServer: false }),
  )

  async function confirm(given: Registration, accepted: number) {
    if (isOnItsWay.current) return
    isOnItsWay.current = true
    wasRefused.current = false
    setIsSending(true)
    try {
      const body = { ...given, terms_accepted_at: new Date(accepted).toISOString() }
      await send<typeof registerCall>('POST /api/auth/register', { body })
    } catch (error) {
      wasRefused.current = true
      const failure = failureOf(error, 'register')
      setRefusal({ lead: failure.message, byServer: true })
      for (const [name, message] of Object.entries(failure.fields)) {
        if (name in empty) form.setError(name as keyof Registration, { message })
      }
      return
    } finally {
      isOnItsWay.current = false
      setIsSending(false)
      setToConfirm(null)
    }
    setRegistered(given)
  }

  const hasFaults = Object.keys(form.formState.errors).length > 0

  return (
    <form method="post" noValidate onSubmit={(event) => void review(event)}>
      {refusal !== null && toConfirm === null && (refusal.lead !== check || hasFaults) && (
        <ErrorSummary
          lead={refusal.lead}
          errors={form.formState.errors}
          takesFocus={refusal.byServer}
          onChoose={(field) => form.setFocus(field)}
        />
      )}
      <RegisterFields form={form} />
      <TermsConsent acceptedAt={acceptedAt} onChange={setAcceptedAt} />
      <div className="mt-6 flex flex-wrap items-center gap-4">
        <Button type="submit" variant="primary" size="lg" disabled={acceptedAt === null}>
          Registrati
        </Button>
        <p className="text-ui text-ink-3">
          {acceptedAt === null
            ? 'Il pulsante si attiva quando accetti i termini.'
            : 'Poi ti proponiamo di attivare Basic Leaderboard.'}
        </p>
      </div>
      {registered !== null && (
        <Suspense>
          <BasicOffer
            offersDiamond={wanted?.startsWith(diamond) === true}
            chosen={choice}
            onChoose={(chosen) => {
              setChoice(chosen)
              void enter(registered, chosen, wanted)
            }}
          />
        </Suspense>
      )}
      {toConfirm !== null && acceptedAt !== null && (
        <Suspense>
          <ConfirmDialog
            given={toConfirm}
            acceptedAt={acceptedAt}
            isSending={isSending}
            finalFocus={() => !wasRefused.current}
            onCancel={() => {
              wasRefused.current = false
              setToConfirm(null)
            }}
            onConfirm={() => void confirm(toConfirm, acceptedAt)}
          />
        </Suspense>
      )}
    </form>
  )
}

/** What the server would say of the password, before anything is sent; null where the rules could not be had. */
async function passwordWeakness(given: Registration): Promise<string | null> {
  const rules = await import('../rules.ts').catch(() => null)
  return rules === null ? null : rules.passwordProblem(given.password, given)
}

const basic = '/?view=basic-subscribe'
const diamond = '/?view=diamond-subscribe'

/** Signs in with what was just registered; where that fails the account stands all the same. */
async function enter(given: Registration, choice: OfferChoice, wanted: string | null): Promise<void> {
  // Who came from the plans of Basic finds the one that was chosen there.
  const plans = wanted?.startsWith(basic) === true ? wanted : basic
  // "Più tardi" is an answer to Diamond too, where that was offered beside it.
  const isDiamondLater = choice === 'later' && wanted?.startsWith(diamond) === true
  const target = choice === 'now' ? plans : isDiamondLater ? null : wanted
  try {
    const body = { email: given.email, password: given.password }
    const { access_token: token } = await send<typeof login>('POST /api/auth/login', { body })
    signIn(token)
    if (choice === 'later')
      toast('Registrazione completata. Puoi attivare Basic Leaderboard in seguito dal menu.', 'ok')
    navigate(target ?? home)
  } catch {
    toast('Registrazione completata! Effettua login per attivare Basic Leaderboard.', 'warn')
    navigate(authAddress('login', target))
  }
}
