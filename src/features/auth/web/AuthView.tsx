import { use, useEffect } from 'react'
import type { FocusEvent, ReactNode } from 'react'
import { catalogue } from '#features/subscriptions/catalogue.ts'
import { activateBasic, monthlyFrom } from '#features/subscriptions/texts.ts'
import * as format from '#shared/format/format.ts'
import { PageContext } from '#web/page.ts'
import { navigate, useUrl } from '#web/router.ts'
import { useToken } from '#web/session.ts'
import type { ViewModule } from '#web/view.ts'
import { signInNeedsScript } from '#web/texts.ts'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx'
import { Rosette } from '#web/ui/Guilloche.tsx'
import { authAddress, home, returnAddress } from './addresses.ts'
import { formOf, formTitles, type FormName } from './form-names.ts'
import { ConfirmEmail } from './recovery/ConfirmEmail.tsx'
import { ForgotForm } from './recovery/ForgotForm.tsx'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './register/RegisterForm.tsx'
import { stateOf } from './session-state.ts'

const ResetForm = lazyWithRetry(
  async () => (await import('./recovery/ResetForm.tsx')).ResetForm,
  <span className="skeleton mt-8 h-[260px]" aria-hidden="true" />,
)

export const view: ViewModule = {
  screen: AuthView,
  head: ({ search }) => ({
    title: `${formTitles[formOf(search)]} · TopTrader`,
    description: 'Accedi al tuo account TopTrader o registra il tuo conto MetaTrader.',
    canonical: '/?view=auth',
    robots: 'noindex',
  }),
  rest: ({ search }) => rests[formOf(search)],
}

/** A browser may fill in the sign-in for the next press, and leaves a registration empty. A link acts by itself. */
const rests: Partial<Record<FormName, number>> = { login: 0, forgot: 0, register: 10_000 }

/** The forms: sign in, register, request a new password, set a new password, confirm the e-mail. */
export function AuthView() {
  const { search } = useUrl()
  const { origin } = use(PageContext)
  const returnTo = returnAddress(search, origin)
  const name = formOf(search)
  const isSignedIn = useToken() !== null && search.get('view') === 'auth'
  // Signed-in users do not need these two forms, except for the offer that follows a registration.
  const isEntry = name === 'login' || (name === 'register' && stateOf('registration_offer') === null)
  const goesOn = isSignedIn && isEntry
  useEffect(() => {
    if (goesOn) navigate(returnTo ?? home, { replace: true })
  }, [goesOn, returnTo])
  if (goesOn) return <main className="page" id="contenuto" aria-busy="true" />
  return (
    // Not an action of its own: the first field with the focus fetches the schemas.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <main
      className="page grid grid-cols-[minmax(0,1fr)_440px] gap-[72px] pt-9 max-[1139px]:grid-cols-1 max-[820px]:pt-5"
      id="contenuto"
      onFocus={preloadSchemas}
    >
      <Sheet name={name} returnTo={returnTo} />
      <Aside />
    </main>
  )
}

function preloadSchemas({ target }: FocusEvent): void {
  if (target instanceof HTMLInputElement) import('./schemas.ts').catch(() => null)
}

interface Form {
  /** Before the link to the other form. */
  question: string
  content: (returnTo: string | null) => ReactNode
}

const forms: Record<FormName, Form> = {
  login: {
    question: 'Non hai ancora un account?',
    content: (returnTo) => <LoginForm forgotHref={authAddress('forgot', returnTo)} returnTo={returnTo} />,
  },
  register: {
    question: 'Hai già un account?',
    content: (returnTo) => <RegisterForm returnTo={returnTo} />,
  },
  forgot: { question: 'La ricordi?', content: () => <ForgotForm /> },
  reset: {
    question: 'La ricordi?',
    content: (returnTo) => (
      <ResetForm loginHref={authAddress('login', returnTo)} forgotHref={authAddress('forgot', returnTo)} />
    ),
  },
  confirm: {
    question: 'Non ti sei registrato tu? Non devi fare nulla.',
    content: () => <ConfirmEmail />,
  },
}

function Sheet({ name, returnTo }: { name: FormName; returnTo: string | null }) {
  const { question, content } = forms[name]
  const other = name === 'login' ? 'register' : 'login'
  return (
    <div className={name === 'register' ? 'max-w-[720px]' : 'max-w-[440px]'}>
      <h1 tabIndex={-1}>{formTitles[name]}</h1>
      <p className="mt-2 text-ink-2">
        {question} <a href={authAddress(other, returnTo)}>{formTitles[other]}</a>
      </p>
      {/* Before hydration the page's forms send nothing: typed texts must not end in an address. */}
      {name !== 'confirm' && (
        <noscript>
          <p className="mt-6 font-medium">{signInNeedsScript}</p>
        </noscript>
      )}
      {content(returnTo)}
    </div>
  )
}

const cheapest = Math.min(...catalogue().flatMap((plan) => (plan.tier === 'basic' ? [plan.monthly_equivalent] : [])))

const steps = [
  { title: 'Registrati', text: 'Bastano i dati del conto: la password investitore, di sola lettura, è facoltativa.' },
  { title: activateBasic, text: monthlyFrom(format.price(cheapest)) },
  {
    title: 'Collega l’Expert Advisor',
    text: 'Bastano circa 10 minuti. Il conto è in classifica dalla prima operazione chiusa.',
  },
]

function Aside() {
  return (
    <aside className="-mt-9 -mr-10 -mb-[72px] bg-cover px-10 py-11 max-[1139px]:hidden">
      <span className="inline-grid place-items-center text-guilloche">
        <span className="col-start-1 row-start-1">
          <Rosette seed="iscrizione" size={220} rings={3} hole={0.48} />
        </span>
        <svg className="col-start-1 row-start-1 text-ink" width="54" height="54" viewBox="0 0 26 26" aria-hidden="true">
          <path d="M1 2h24v7H1zM1 13h16v4H1zM1 21.5h9V23H1z" fill="currentColor" />
        </svg>
      </span>
      <h2 className="mt-6">Un conto, un registro, una posizione.</h2>
      <ol className="mt-6">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="relative border-t border-line-2 py-3.5 pl-11 text-ui text-ink-2">
            <span className="bodoni absolute top-2.5 left-0 text-[28px] leading-8 text-ink" aria-hidden="true">
              {index + 1}
            </span>
            <b className="block text-body leading-5 text-ink">{title}</b>
            {text}
          </li>
        ))}
      </ol>
    </aside>
  )
}
