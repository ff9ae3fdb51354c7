import { lazy, Suspense } from 'react'
import type { ViewModule } from '#web/view.ts'
import { formOf, formTitles } from './form-names.ts'
import { firstUse } from './first-use.ts'

/** The server draws the forms. The browser fetches their script once it idles or somebody uses the page, and shows the server's forms until then. */
const Forms = import.meta.env.SSR
  ? (await import('./AuthForms.tsx')).AuthForms
  : lazy(async () => {
      await firstUse()
      return { default: (await import('./AuthForms.tsx')).AuthForms }
    })

export const view: ViewModule = {
  screen: AuthView,
  head: ({ search }) => ({
    title: `${formTitles[formOf(search)]} · TopTrader`,
    description: 'Accedi al tuo account TopTrader o registra il tuo conto MetaTrader.',
    canonical: '/?view=auth',
    robots: 'noindex',
  }),
}

export function AuthView() {
  return (
    <Suspense fallback={<main className="page" id="contenuto" aria-busy="true" />}>
      <Forms />
    </Suspense>
  )
}
