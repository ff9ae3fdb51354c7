import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { navigate } from '#web/router.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { useHydrated } from '#web/hooks/useHydrated.ts'
import { toast } from '#web/toasts.ts'
import { readToken } from '#web/storage/token.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyWithRetry, preloadWhenUsed } from '#web/ui/lazyWithRetry.tsx'
import { authAddress, home } from '#features/auth/web/addresses.ts'
import { lazyResolver } from '#web/ui/forms/lazyResolver.ts'
import type { OfferChoice } from './BasicOffer.tsx'
import { registerAndSignIn } from './register-and-sign-in.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import { failureOf } from '#features/auth/web/failure.ts'
import { empty, useDraft } from './draft.ts'
import { RegisterFields } from './RegisterFields.tsx'
import type { Registration } from './registration.ts'
import { storeState, stateOf } from '#features/auth/web/session-state.ts'
import { checkFields, termsMissing } from '#shared/field-texts.ts'
import { TermsConsent, TermsDialog } from './TermsConsent.tsx'

const BasicOffer = lazyWithRetry(async () => (await import('./next-steps.ts')).BasicOffer)
const ConfirmDialog = lazyWithRetry(async () => (await import('./next-steps.ts')).ConfirmDialog)

const schema = lazyResolver<Registration>(async () => (await import('../schemas.ts')).registrationSchema)

/** @param returnTo the address that the visitor was on the way to */
export function RegisterForm({ returnTo = null }: { returnTo?: string | null }) {
  const [acceptedAt, setAcceptedAt] = useState<number | null>(null)
  const [toConfirm, setToConfirm] = useState<Registration | null>(null)
  /** The account exists, and the offer is open. */
  const [wasRegistered, setRegistered] = useState(false)
  const isHydrated = useHydrated()
  // The page may have been reloaded while the offer was open.
  const isReloaded = isHydrated && readToken() !== null && stateOf('registration_offer') !== null
  const isRegistered = wasRegistered || isReloaded
  const [refusal, setRefusal] = useState<{ lead: string; byServer: boolean; isEmailTaken?: boolean } | null>(null)
  const wasRefused = useRef(false)
  /** An earlier attempt, whose answer was lost, may have registered the account. */
  const wasLost = useRef(false)
  const form = useForm<Registration>({ resolver: schema, defaultValues: empty })
  useDraft(form, isRegistered)
  useEffect(() => preloadWhenUsed(TermsDialog, ConfirmDialog, BasicOffer), [])
  useEffect(() => {
    // A user who signed out since then gets no offer.
    if (readToken() === null) storeState('registration_offer', null)
  }, [])
  useEffect(
    () => () => {
      // The visitor stepped back from the offer: the account exists, and the page must say so.
      if (stateOf('registration_offer') !== null) endOffer('later')
    },
    [],
  )
  const review = form.handleSubmit(
    async (given) => {
      setRefusal(null)
      if (acceptedAt === null) return setRefusal({ lead: termsMissing, byServer: false })
      const weakness = await passwordWeakness(given)
      if (weakness === null) return setToConfirm(given)
      form.setError('password', { message: weakness }, { shouldFocus: true })
      setRefusal({ lead: checkFields, byServer: false })
    },
    () => setRefusal({ lead: checkFields, byServer: false }),
  )

  const registering = useAction(
    ({ given, accepted }: { given: Registration; accepted: number }) =>
      registerAndSignIn(given, accepted, wasLost.current),
    {
      onDone(hasEntered, { given }) {
        if (hasEntered) setRegistered(true)
        else {
          storeState('sign_in_name', given.email)
          toast('Registrazione completata! Effettua login per attivare Basic Leaderboard.', 'warn')
          navigate(authAddress('login', returnTo ?? basic))
        }
        setToConfirm(null)
      },
      onError(error) {
        wasRefused.current = true
        wasLost.current ||= error.status === 0
        const { message, fields } = failureOf(error, 'register')
        // The summary does not repeat a sentence that stands at its field.
        const lead = Object.values(fields).includes(message) ? checkFields : message
        setRefusal({ lead, byServer: true, isEmailTaken: error.type === 'EMAIL_TAKEN' })
        for (const [name, text] of Object.entries(fields)) {
          if (name in empty) form.setError(name as keyof Registration, { message: text })
        }
        setToConfirm(null)
      },
    },
  )
  function confirm(given: Registration, accepted: number) {
    wasRefused.current = false
    void registering.run({ given, accepted })
  }

  const hasErrors = Object.keys(form.formState.errors).length > 0

  return (
    <form method="post" noValidate onSubmit={(event) => void review(event)}>
      {refusal !== null && toConfirm === null && (refusal.lead !== checkFields || hasErrors) && (
        <ErrorSummary
          lead={refusal.lead}
          errors={form.formState.errors}
          takesFocus={refusal.byServer}
          onChoose={(field) => form.setFocus(field)}
        >
          {refusal.isEmailTaken === true && form.formState.errors.email !== undefined && (
            <span className="mt-1 block">
              È la tua? <a href={authAddress('login', returnTo)}>Accedi</a> o usa{' '}
              <a href={authAddress('forgot', returnTo)}>Password dimenticata?</a>
            </span>
          )}
        </ErrorSummary>
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
      {isRegistered && (
        <BasicOffer
          offersDiamond={returnTo?.startsWith(diamond) === true}
          onChoose={(choice) => {
            endOffer(choice)
            navigate(targetOf(choice, returnTo))
          }}
        />
      )}
      {toConfirm !== null && acceptedAt !== null && (
        <ConfirmDialog
          given={toConfirm}
          acceptedAt={acceptedAt}
          isSending={registering.isBusy}
          finalFocus={() => !wasRefused.current}
          onCancel={() => {
            wasRefused.current = false
            setToConfirm(null)
          }}
          onConfirm={() => confirm(toConfirm, acceptedAt)}
        />
      )}
    </form>
  )
}

/** The server's opinion of the password before anything is sent; null when the rules failed to load. */
async function passwordWeakness(given: Registration): Promise<string | null> {
  const rules = await import('../../rules.ts').catch(() => null)
  return rules === null ? null : rules.passwordProblem(given.password, given)
}

const basic = '/?view=basic-subscribe'
const diamond = '/?view=diamond-subscribe'

function endOffer(choice: OfferChoice): void {
  storeState('registration_offer', null)
  if (choice === 'later') toast('Registrazione completata. Puoi attivare Basic Leaderboard in seguito dal menu.', 'ok')
}

function targetOf(choice: OfferChoice, returnTo: string | null): string {
  // A visitor who came from the plans of Basic finds the chosen one there.
  if (choice === 'now') return returnTo?.startsWith(basic) === true ? returnTo : basic
  // "Più tardi" answers Diamond too, when both were offered.
  const isDiamondLater = choice === 'later' && returnTo?.startsWith(diamond) === true
  return isDiamondLater ? home : (returnTo ?? home)
}
