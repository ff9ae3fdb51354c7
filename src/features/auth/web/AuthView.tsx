import { lazy, Suspense } from 'react'
import type { ViewModule } from '#web/view.ts'
import { formOf, formTitles } from './form-names.ts'
import { firstUse } from './first-use.ts'

/** The server has the forms at once. The browser fetches them when it idles or somebody uses the page: until then it shows the server's. */
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
