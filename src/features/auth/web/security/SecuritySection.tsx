import { PasswordForm } from './PasswordForm.tsx'
import { SecondFactorPanel } from './SecondFactorPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'

/** How one's own account is guarded: password, second factor, open sessions. A part of the account page. */
export function SecuritySection() {
  return (
    <>
      <PasswordForm />
      <SecondFactorPanel />
      <SessionsPanel />
    </>
  )
}
