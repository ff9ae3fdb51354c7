import { formerVersionStays } from '../../texts.ts'
import type { Transaction } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { postMail } from '#server/outbox/outbox-notices.ts'

export interface Decision {
  event: 'approve' | 'request_changes' | 'reject'
  /** The reviewed version; undefined: the submitted one. */
  version?: number | undefined
  /** The message for the owner; null with an approval. */
  message: string | null
}

/** Why an approved showcase is not public. */
export interface Hiding {
  deactivated: boolean
  /** The e-mail waits for its proof. */
  email_awaited: boolean
  without_diamond: boolean
}

interface DecisionNotice extends Hiding {
  trader_id: string
  username: string
  email: string
  showcase_id: string
  event: Decision['event']
  message: string | null
  /** A version is public after the decision. */
  is_public: boolean
}

const subjects: Record<Decision['event'], string> = {
  approve: 'TopTrader: la tua vetrina è stata approvata',
  request_changes: 'TopTrader: la tua vetrina va modificata',
  reject: 'TopTrader: la tua vetrina è stata rifiutata',
}

/** Notifies the owner, in the transaction of the decision. */
export async function mailDecision(tx: Transaction, kernel: Kernel, notice: DecisionNotice): Promise<void> {
  const { APP_URL: site } = kernel.config
  await postMail(tx, kernel, {
    to: notice.email,
    trader_id: notice.trader_id,
    cause: `showcase-${notice.event}:${kernel.secrets.newId()}`,
    subject: subjects[notice.event],
    body: [
      `Ciao ${notice.username},`,
      ...outcomeOf(notice, `${site}/vetrine/${notice.showcase_id}`),
      ...nextStep(notice, site),
      'TopTrader',
    ].join('\n\n'),
  })
}

function outcomeOf(notice: DecisionNotice, page: string): string[] {
  const { event, message, is_public: isPublic } = notice
  if (event === 'approve') {
    return isPublic
      ? ['la tua vetrina è stata approvata: ora tutti possono aprirla.', page]
      : [`la tua vetrina è stata approvata. Sarà visibile a tutti appena ${missing(notice).join(' e ')}.`]
  }
  const lead =
    event === 'request_changes'
      ? 'un amministratore ha letto la tua vetrina e chiede di cambiarla. Ecco che cosa ha scritto:'
      : 'un amministratore ha letto la tua vetrina e non l’ha approvata. Ecco che cosa ha scritto:'
  return [lead, message ?? '', ...(isPublic ? [formerVersionStays] : [])]
}

const missing = ({ deactivated, email_awaited: awaited, without_diamond: without }: Hiding) => [
  ...(deactivated ? ['il tuo account è riattivato'] : []),
  ...(awaited ? ['hai confermato la tua email'] : []),
  ...(without ? ['il tuo piano Diamond è di nuovo attivo'] : []),
]

/** The owner of a deactivated account cannot open the page. */
function nextStep({ event, is_public: isPublic, deactivated }: DecisionNotice, site: string): string[] {
  if (deactivated) {
    return ['Il tuo account è disattivato: per riattivarlo scrivi all’assistenza.', `${site}/?view=contacts`]
  }
  const lead =
    event !== 'approve'
      ? 'Modificala e inviala di nuovo da qui:'
      : isPublic
        ? 'Visite, clic e modifiche li trovi qui:'
        : 'La trovi qui:'
  return [lead, `${site}/?view=my-showcase`]
}
