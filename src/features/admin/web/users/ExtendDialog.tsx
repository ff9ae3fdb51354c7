import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { addedTimeStays } from '#features/admin/texts.ts'
import type { getUser } from '#features/admin/users-contract.ts'
import { periodEnd } from '#features/subscriptions/catalogue.ts'
import type { extendSubscription } from '#features/subscriptions/contract.ts'
import { shortTierNames } from '#features/subscriptions/plan-names.ts'
import { instantText } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
import { q, send } from '#web/api.ts'
import { sendIdempotent } from '#web/send-idempotent.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { useDoubleClickGuard } from '#web/ui/dialogs/useDoubleClickGuard.ts'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { adminErrorText } from '#web/error-text.ts'
import { useRefresh } from '../useRefresh.ts'
import type { ListedUser } from './users.ts'

type Subscription = ResponseOf<typeof getUser>['subscriptions'][number]

/** Extends a running subscription by calendar months. With two of them, the better one is preselected. */
export function ExtendDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const name = useId()
  const refresh = useRefresh()
  const { data, error, isPending } = useQuery({
    ...q<typeof getUser>('GET /api/admin/users/:trader_id', { params: { trader_id: user.trader_id } }),
    refetchOnWindowFocus: false,
  })
  const [months, setMonths] = useState<'1' | '12'>('1')
  const [chosen, setChosen] = useState<'basic' | 'diamond' | null>(null)
  const isReady = useDoubleClickGuard()
  const running = data?.subscriptions ?? []
  const tier = chosen ?? (running.some((each) => each.subscription_type === 'diamond') ? 'diamond' : 'basic')
  const subscription = running.find((each) => each.subscription_type === tier)

  const extending = useAction(
    ({ subscription_id: id, end_date: from }: Subscription) =>
      sendIdempotent(`${months} ${id} ${from}`, (headers) =>
        send<typeof extendSubscription>(
          'POST /api/admin/payments/extend/:id',
          { params: { id }, body: { months: Number(months), seen_end_date: from } },
          headers,
        ),
      ),
    {
      async onDone({ new_end_date: end }) {
        toast(`${shortTierNames[tier]} di @${user.username} esteso: scade il ${format.date(end)}.`, 'ok')
        await refresh()
        onClose()
      },
      onError: () => void refresh(),
    },
  )

  const cannot =
    error === null
      ? !isPending && subscription === undefined
        ? 'Nessun abbonamento in corso: assegna un piano.'
        : null
      : adminErrorText(error)
  return (
    <ConfirmDialog
      tone="info"
      isIrreversible
      title={`Estendere l’abbonamento di @${user.username}?`}
      confirm="Estendi"
      busy={extending.isBusy && 'Attendi...'}
      error={extending.error === null ? cannot : adminErrorText(extending.error)}
      onConfirm={() => subscription !== undefined && isReady() && void extending.run(subscription)}
      onCancel={onClose}
    >
      <div className="grid justify-items-start gap-3">
        {isPending && <output className="skeleton h-10 w-full">Caricamento...</output>}
        {running.length > 1 && (
          <Segmented
            label="Piano da estendere"
            name={`${name}-tier`}
            value={tier}
            onChange={setChosen}
            options={running.map((each) => ({
              value: each.subscription_type,
              label: shortTierNames[each.subscription_type],
            }))}
          />
        )}
        {subscription !== undefined && (
          <>
            <Segmented
              label="Di quanto"
              name={`${name}-months`}
              value={months}
              onChange={setMonths}
              options={[
                { value: '1', label: '1 mese' },
                { value: '12', label: '12 mesi' },
              ]}
            />
            <p>
              {shortTierNames[tier]} scade il {format.date(subscription.end_date)}: con l’estensione il{' '}
              <b>{format.date(instantText(periodEnd(Date.parse(subscription.end_date), Number(months))))}</b>.{' '}
              {addedTimeStays}
            </p>
          </>
        )}
      </div>
    </ConfirmDialog>
  )
}
