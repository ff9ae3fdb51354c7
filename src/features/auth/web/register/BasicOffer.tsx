import { AlertDialog } from '@base-ui/react/alert-dialog'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn } from 'lucide-react'
import type { NewAccount } from '#features/auth/viewer.ts'
import { catalogue } from '#features/subscriptions/catalogue.ts'
import * as format from '#shared/format/format.ts'
import { viewerQuery } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { backdropLook, popupLook } from './dialog.ts'

const plans = catalogue().filter(({ tier }) => tier === 'basic')

export type OfferChoice = 'now' | 'diamond' | 'later'

interface BasicOfferProps {
  /** The visitor was on the way to Diamond. */
  offersDiamond: boolean
  onChoose: (choice: OfferChoice) => void
}

/** The first offer to a new account. Leaving it open is no answer; closing it is "Più tardi". */
export function BasicOffer({ offersDiamond, onChoose }: BasicOfferProps) {
  // Where mail is set up a link has just been sent. The frame requests this answer too.
  const { data } = useQuery(viewerQuery<NewAccount>())
  const unproven = data?.warnings.find(({ code }) => code === 'email_unproven')
  return (
    <CSPProvider disableStyleElements>
      <AlertDialog.Root open onOpenChange={(open) => !open && onChoose('later')}>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className={backdropLook} />
          <AlertDialog.Popup className={`${popupLook} flex max-h-[86vh] max-w-[480px] flex-col`}>
            <div className="flex items-center gap-3 px-6 pt-5">
              <span className="grid size-10 flex-none place-items-center rounded-full bg-accent-tint text-accent">
                <ChartNoAxesColumn size={20} strokeWidth={1.75} aria-hidden />
              </span>
              <AlertDialog.Title className="text-h3">Attiva Basic Leaderboard?</AlertDialog.Title>
            </div>
            <div className="min-h-0 overflow-y-auto px-6 pt-2.5 pb-5">
              <AlertDialog.Description className="text-ui text-ink-2">
                La registrazione è fatta. Con Basic Leaderboard entri in classifica e colleghi l’Expert Advisor.
              </AlertDialog.Description>
              {unproven && <p className="mt-3 text-ui">{unproven.message}</p>}
              <dl className="mt-3 text-ui">
                {plans.map(({ code, months, amount_usd: amount, monthly_equivalent: monthly }) => (
                  <div key={code} className="flex justify-between gap-4 border-b border-line py-2 last:border-b-0">
                    <dt className="text-ink-3">{format.counted(months, 'mese', 'mesi')}</dt>
                    <dd className="text-right font-medium">
                      {format.price(amount)}
                      {months > 1 && (
                        <span className="block text-label font-normal text-ink-3">
                          circa {format.price(monthly)} al mese
                        </span>
                      )}
                    </dd>
                  </div>
                ))}
              </dl>
            </div>
            <div className="flex flex-wrap justify-end gap-2.5 border-t border-line px-6 py-3.5">
              <Button onClick={() => onChoose('later')}>Più tardi</Button>
              {offersDiamond && <Button onClick={() => onChoose('diamond')}>Continua con Diamond</Button>}
              <Button variant="primary" onClick={() => onChoose('now')}>
                Attiva ora
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </CSPProvider>
  )
}
