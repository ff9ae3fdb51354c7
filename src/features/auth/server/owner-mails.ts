import type { Transaction } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { postMail } from '#server/outbox/outbox-notices.ts'
import * as format from '#shared/format/format.ts'

/** The owner of an account, who receives mails about it. */
export interface Owner {
  trader_id: string
  email: string
  username: string
}

type Notice =
  | { of: 'password_changed' }
  | { of: 'password_reset' }
  | { of: 'second_factor_on' }
  | { of: 'second_factor_off' }
  | { of: 'recovery_code_used'; left: number }
  | { of: 'recovery_codes_renewed' }
  | { of: 'new_device'; device: string }

const notMe = (appUrl: string) =>
  `Se non sei stato tu, imposta subito una nuova password: chiude ogni sessione aperta.\n${appUrl}/?view=auth&form=forgot`

function textOf(notice: Notice, owner: Owner, appUrl: string, when: string): { subject: string; text: string } {
  const name = `@${owner.username}`
  switch (notice.of) {
    case 'password_changed':
      return {
        subject: 'La tua password è stata cambiata',
        text: `La password dell’account ${name} è stata cambiata ${when}. Le altre sessioni sono state chiuse.\n\n${notMe(appUrl)}`,
      }
    case 'password_reset':
      return {
        subject: 'La tua password è stata cambiata',
        text: `La password dell’account ${name} è stata impostata di nuovo ${when} con un link inviato a questo indirizzo. Tutte le sessioni sono state chiuse.\n\n${notMe(appUrl)}`,
      }
    case 'second_factor_on':
      return {
        subject: 'Il secondo fattore è attivo',
        text: `Per l’account ${name} è stato attivato il secondo fattore ${when}: da ora per accedere serve anche il codice dell’app. Le altre sessioni sono state chiuse. Conserva i codici di recupero.\n\n${notMe(appUrl)}\nPoi scrivi all’assistenza: per accedere ti servirebbe un codice che non hai.`,
      }
    case 'second_factor_off':
      return {
        subject: 'Il secondo fattore è stato disattivato',
        text: `Per l’account ${name} il secondo fattore è stato disattivato ${when}: per accedere basta la password.\n\n${notMe(appUrl)}`,
      }
    case 'recovery_code_used':
      return {
        subject: 'È stato usato un codice di recupero',
        text: `Per l’account ${name} è stato usato un codice di recupero ${when}. ${left(notice.left)}\n\n${notMe(appUrl)}`,
      }
    case 'recovery_codes_renewed':
      return {
        subject: 'I codici di recupero sono stati sostituiti',
        text: `Per l’account ${name} sono stati creati nuovi codici di recupero ${when}: i precedenti non valgono più.\n\n${notMe(appUrl)}`,
      }
    case 'new_device':
      return {
        subject: 'Nuovo accesso al tuo account',
        text: `Nell’account ${name} è entrato un dispositivo che non conoscevamo: ${notice.device}, ${when}.\n\nSe sei stato tu, non devi fare nulla.\n${notMe(appUrl)}`,
      }
  }
}

function left(codes: number): string {
  if (codes === 0) return 'Non ne restano altri: creane di nuovi nella pagina del tuo account, alla voce Sicurezza.'
  return codes === 1
    ? 'Ne resta 1: creane di nuovi nella pagina del tuo account, alla voce Sicurezza.'
    : `Ne restano ${codes}.`
}

/** Notifies the owner of a change of the account, in the transaction of the change. Wake the outbox after the commit. */
export async function notifyOwner(tx: Transaction, kernel: Kernel, owner: Owner, notice: Notice): Promise<void> {
  const when = `il ${format.dateTime(Math.floor(kernel.clock.now()))} (ora italiana)`
  const { subject, text } = textOf(notice, owner, kernel.config.APP_URL, when)
  await postMail(tx, kernel, {
    to: owner.email,
    trader_id: owner.trader_id,
    cause: `auth:${notice.of}:${kernel.secrets.newId()}`,
    subject: `TopTrader: ${subject.charAt(0).toLowerCase()}${subject.slice(1)}`,
    body: `${text}\n`,
  })
}
