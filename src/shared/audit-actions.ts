/**
 * The sentence of each action of the audit log, after the name of the person who acted (`docs/operations/audit-log.md`). `recordAudit`
 * accepts these actions alone.
 */
export const auditSentences = {
  'account.amounts': 'Ha mostrato o nascosto i propri importi',
  'account.close': 'Ha chiuso il conto collegato',
  'account.erase': 'Ha eliminato un account per sempre',
  'account.export': 'Ha scaricato i dati di un account',
  'account.move-server': 'Ha corretto il server di un conto',
  'account.release': 'Ha liberato un conto per un altro utente',
  'account.release-erased': 'Ha liberato il conto di un account eliminato',
  'audit.export': 'Ha esportato il registro',
  'contact.handle': 'Ha segnato un messaggio come gestito',
  'contact.reopen': 'Ha riaperto un messaggio',
  'integrity.decide': 'Ha deciso una verifica',
  'integrity.match': 'Ha registrato un riscontro esterno',
  'integrity.revoke-match': 'Ha ritirato un riscontro esterno',
  'maintenance.toggle': 'Ha cambiato la manutenzione',
  'payment.acknowledge': 'Ha segnato un pagamento come verificato',
  'payment.bind': 'Ha legato un pagamento a un altro utente',
  'payment.cleanup': 'Ha tolto gli ordini senza utente',
  'payment.delete': 'Ha tolto un pagamento dall’elenco',
  'payment.reconcile': 'Ha riconciliato un pagamento',
  'payment.restore': 'Ha rimesso un pagamento nell’elenco',
  'payment.unacknowledge': 'Ha riaperto un pagamento verificato',
  'payments.export': 'Ha esportato l’elenco dei pagamenti',
  'showcase.approve': 'Ha approvato una vetrina',
  'showcase.delete': 'Ha eliminato una vetrina',
  'showcase.reject': 'Ha rifiutato una vetrina',
  'showcase.request_changes': 'Ha chiesto modifiche a una vetrina',
  'showcases.export': 'Ha esportato l’elenco delle vetrine',
  'subscription.assign': 'Ha assegnato un abbonamento',
  'subscription.cancel': 'Ha annullato un abbonamento',
  'subscription.cancel_all': 'Ha annullato tutti gli abbonamenti',
  'subscription.extend': 'Ha esteso un abbonamento',
  'subscriptions.export': 'Ha esportato l’elenco degli abbonamenti',
  'system.backup': 'Ha fatto un backup',
  'system.backup_download': 'Ha scaricato un backup',
  'system.logs': 'Ha letto i log di sistema',
  'system.restart': 'Ha riavviato i servizi',
  'system.restore': 'Ha ripristinato un backup',
  'trader.links': 'Ha cambiato i link di un profilo',
  'user.confirm_email': 'Ha confermato l’email di un utente',
  'user.deactivate': 'Ha disattivato un utente',
  'user.reveal_password': 'Ha letto una password investitore',
  'user.restore': 'Ha riattivato un utente',
  'user.role': 'Ha cambiato il ruolo di un utente',
  'users.export': 'Ha esportato l’elenco degli utenti',
  'users.number': 'Ha numerato gli utenti',
} as const

/** `area.verb`. */
export type AuditAction = keyof typeof auditSentences

/** The areas, which the list filters by (`user.*`). */
export const auditAreas: Readonly<Record<string, string>> = {
  account: 'Account e conti',
  audit: 'Registro',
  contact: 'Messaggi',
  integrity: 'Verifiche',
  maintenance: 'Manutenzione',
  payment: 'Pagamenti',
  payments: 'Elenco dei pagamenti',
  showcase: 'Vetrine',
  showcases: 'Elenco delle vetrine',
  subscription: 'Abbonamenti',
  subscriptions: 'Elenco degli abbonamenti',
  system: 'Sistema',
  trader: 'Link dei trader',
  user: 'Utenti',
  users: 'Elenco degli utenti',
}

/** The name of an action's area; an area of another version of the product is shown as it is. */
export function areaOf(action: string): string {
  const [area = action] = action.split('.')
  return auditAreas[area] ?? area
}

const sentences: Readonly<Record<string, string>> = auditSentences

/** The sentence of a line; its details decide where an action has more than one. An action of another version of the product is shown as it is. */
export function sentenceOf(action: string, details: Readonly<Record<string, unknown>>): string {
  return (action === 'maintenance.toggle' ? maintenanceSentence(details) : null) ?? sentences[action] ?? action
}

/** Null where the details do not say which. */
function maintenanceSentence({ before, after }: Readonly<Record<string, unknown>>): string | null {
  const [was, is] = [enabledOf(before), enabledOf(after)]
  if (was === null || is === null) return null
  if (was === is) return 'Ha cambiato il messaggio di manutenzione'
  return is ? 'Ha chiuso il sito' : 'Ha riaperto il sito'
}

function enabledOf(state: unknown): boolean | null {
  const enabled = (state as { enabled?: unknown } | null | undefined)?.enabled
  return typeof enabled === 'boolean' ? enabled : null
}

/**
 * Actions that the other admins are notified of (`docs/operations/audit-log.md`): disclosed secrets, exports, plans granted or ended,
 * deletions, the closing of the site, admin roles. The log holds the rest.
 */
export const notifiedActions: readonly string[] = [
  'account.erase',
  'account.release',
  'account.release-erased',
  'audit.export',
  'integrity.match',
  'maintenance.toggle',
  'payment.bind',
  'payment.cleanup',
  'payment.delete',
  'payment.reconcile',
  'payments.export',
  'showcase.delete',
  'showcases.export',
  'subscription.assign',
  'subscription.cancel',
  'subscription.cancel_all',
  'subscription.extend',
  'subscriptions.export',
  'system.backup_download',
  'system.restart',
  'user.deactivate',
  'user.reveal_password',
  'user.role',
  'users.export',
] satisfies AuditAction[]
