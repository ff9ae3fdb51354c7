import { useState } from 'react'
import type { confirmSecondFactor, setUpSecondFactor } from '#features/auth/second-factor-contract.ts'
import { activateFactor } from '#features/auth/texts.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { send } from '#web/api.ts'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx'
import { CopyButton } from './CopyButton.tsx'
import { ProofForm } from './ProofForm.tsx'

const QrCode = lazyWithRetry(
  async () => (await import('./QrCode.tsx')).QrCode,
  <span className="skeleton mt-3 size-[196px]" />,
)

interface SetUpProps {
  /** It is on. These codes are shown once. */
  onCodes: (codes: string[]) => void
  onCancel: () => void
}

/** Password, then the secret into the app, then its first code. */
export function SetUp({ onCodes, onCancel }: SetUpProps) {
  const [prepared, setPrepared] = useState<ResponseOf<typeof setUpSecondFactor> | null>(null)
  if (prepared === null) {
    return (
      <ProofForm
        key="password"
        label={activateFactor}
        asks={['password']}
        confirm="Continua"
        busy="Preparazione..."
        onCancel={onCancel}
        onProof={async ({ password }) =>
          setPrepared(await send<typeof setUpSecondFactor>('POST /api/account/totp/setup', { body: { password } }))
        }
      >
        <p className="text-ui text-ink-2">
          Per cominciare conferma la password con cui accedi. Quando il secondo fattore sarà attivo, le altre sessioni
          verranno chiuse.
        </p>
      </ProofForm>
    )
  }
  return (
    <ProofForm
      key="code"
      label="Conferma il secondo fattore"
      asks={['totp']}
      codeHelp="Le 6 cifre che l’app mostra adesso."
      digitsOnly
      confirm="Attiva"
      busy="Verifica..."
      onCancel={onCancel}
      onProof={async ({ totp }) => {
        const { recovery_codes: codes } = await send<typeof confirmSecondFactor>('POST /api/account/totp/confirm', {
          body: { totp },
        })
        onCodes(codes)
      }}
    >
      <ol className="grid list-decimal gap-3 pl-5 text-ui text-ink-2">
        <li>Apri un’app di autenticazione: Google Authenticator, Aegis, 1Password o un’altra.</li>
        <li>
          Inquadra il codice QR, o scrivi la chiave a mano.
          <QrCode text={prepared.otpauth_uri} />
          <div className="mt-3 flex flex-wrap items-center gap-2.5">
            <code className="text-ui text-ink [overflow-wrap:anywhere]">{inFours(prepared.secret)}</code>
            <CopyButton text={prepared.secret} label="Copia la chiave" copied="Chiave copiata" />
          </div>
        </li>
        <li>Inserisci il codice che l’app mostra.</li>
      </ol>
    </ProofForm>
  )
}

const inFours = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')
