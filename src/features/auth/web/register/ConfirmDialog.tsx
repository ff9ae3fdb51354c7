import { AlertDialog } from '@base-ui/react/alert-dialog'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { UserCheck } from 'lucide-react'
import * as format from '#shared/format/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { backdropLook, popupLook } from './dialog.ts'
import { fieldLabels } from './RegisterFields.tsx'
import type { Registration } from './registration.ts'

interface ConfirmDialogProps {
  given: Registration
  /** When the terms were accepted, in milliseconds. */
  acceptedAt: number
  isSending: boolean
  /** The target of the focus after the popup closes. False leaves it to the control that took it meanwhile. */
  finalFocus: () => boolean
  onCancel: () => void
  onConfirm: () => void
}

/** The data to send. Passwords are named, never shown. */
export function ConfirmDialog({ given, acceptedAt, isSending, finalFocus, onCancel, onConfirm }: ConfirmDialogProps) {
  const rows = [
    [fieldLabels.display_name, given.display_name],
    [fieldLabels.username, `@${given.username}`],
    [fieldLabels.country, format.country(given.country)],
    [fieldLabels.email, given.email],
    [fieldLabels.broker_server, given.broker_server],
    [fieldLabels.account_number, given.account_number],
    [fieldLabels.investor_password, given.investor_password === '' ? 'Non inserita' : 'Inserita, non mostrata'],
    [fieldLabels.password, 'Inserita, non mostrata'],
    ['Termini e Condizioni', `Accettati il ${format.dateTime(acceptedAt)}`],
  ] as const
  return (
    <CSPProvider disableStyleElements>
      <AlertDialog.Root open onOpenChange={(open) => !open && !isSending && onCancel()}>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className={backdropLook} />
          <AlertDialog.Popup
            className={`${popupLook} flex max-h-[86vh] max-w-[480px] flex-col`}
            finalFocus={finalFocus}
          >
            <div className="flex items-center gap-3 px-6 pt-5">
              <span className="grid size-10 flex-none place-items-center rounded-full bg-accent-tint text-accent">
                <UserCheck size={20} strokeWidth={1.75} aria-hidden />
              </span>
              <AlertDialog.Title className="text-h3">Conferma Registrazione</AlertDialog.Title>
            </div>
            <div className="min-h-0 overflow-y-auto px-6 pt-2.5 pb-5">
              <AlertDialog.Description className="text-ui text-ink-2">
                Controlla i dati: li useremo per creare il tuo account. Annulla per cambiarli.
              </AlertDialog.Description>
              <dl className="mt-3 text-ui">
                {rows.map(([term, value]) => (
                  <div key={term} className="flex justify-between gap-4 border-b border-line py-2 last:border-b-0">
                    <dt className="text-ink-3">{term}</dt>
                    <dd className="text-right font-medium [overflow-wrap:anywhere]">{value}</dd>
                  </div>
                ))}
              </dl>
            </div>
            <div className="flex justify-end gap-2.5 border-t border-line px-6 py-3.5">
              <Button disabled={isSending} onClick={onCancel}>
                Annulla
              </Button>
              <Button variant="primary" busy={isSending && 'Registrazione...'} onClick={onConfirm}>
                Conferma
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </CSPProvider>
  )
}
