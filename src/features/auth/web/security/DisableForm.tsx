import type { disableSecondFactor } from '#features/auth/second-factor-contract.ts'
import { codeHelp } from '#shared/field-texts.ts'
import { send } from '#web/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ProofForm } from './ProofForm.tsx'

export function DisableForm({ onDone, onCancel }: { onDone: (message: string) => void; onCancel: () => void }) {
  return (
    <ProofForm
      label="Disattiva il secondo fattore"
      asks={['password', 'totp']}
      codeHelp={codeHelp}
      confirm="Disattiva"
      busy="Disattivazione..."
      tone="danger"
      onCancel={onCancel}
      onProof={async (body) => {
        const { message } = await send<typeof disableSecondFactor>('POST /api/account/totp/disable', { body })
        onDone(message)
      }}
    >
      <Alert tone="warn" lead="Per accedere basterà la password.">
        Anche i codici di recupero non varranno più.
      </Alert>
    </ProofForm>
  )
}
