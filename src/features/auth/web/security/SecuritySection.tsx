import { lazy, Suspense } from 'react'
import type { PasswordContext } from '../../rules.ts'
import { SecondFactorPanel } from './SecondFactorPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'

// Loaded with it: the component that guards unsaved forms, half the weight of the page around it.
const PasswordForm = lazy(async () => ({ default: (await import('./PasswordForm.tsx')).PasswordForm }))

/** Password, second factor and open sessions of the signed-in user. A part of the account page. */
export function SecuritySection({ owner }: { owner: PasswordContext }) {
  return (
    <>
      <Suspense
        fallback={<span className="skeleton h-[425px] max-[820px]:h-[433px] max-[480px]:h-[469px]" aria-busy="true" />}
      >
        <PasswordForm owner={owner} />
      </Suspense>
      <SecondFactorPanel />
      <SessionsPanel />
    </>
  )
}
