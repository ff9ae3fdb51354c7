import type { renewRecoveryCodes } from '#features/auth/second-factor-contract.ts'
import { renewRecoveryCodes as renewLabel } from '#features/auth/texts.ts'
import { codeHelp } from '#shared/field-texts.ts'
import { send } from '#web/api.ts'
import { ProofForm } from './ProofForm.tsx'

/** New recovery codes in place of the old ones. */
export function RenewForm({ onCodes, onCancel }: { onCodes: (codes: string[]) => void; onCancel: () => void }) {
  return (
    <ProofForm
      label={renewLabel}
      asks={['password', 'totp']}
      codeHelp={codeHelp}
      confirm="Crea i codici"
      busy="Creazione..."
      onCancel={onCancel}
      onProof={async (body) => {
        const { recovery_codes: codes } = await send<typeof renewRecoveryCodes>(
          'POST /api/account/totp/recovery-codes',
          { body },
        )
        onCodes(codes)
      }}
    >
      <p className="text-ui text-ink-2">I codici che hai salvato finora non varranno più.</p>
    </ProofForm>
  )
}
