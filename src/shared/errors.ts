import { checkFields, noInvoiceAddress, planDaysInvalid, planTypeInvalid } from './field-texts.ts'
import { pdfTooLarge, pdfUnsupported, pictureTooLarge, pictureUnsupported } from './files.ts'
import { closedMessage } from './closed.ts'
import { notSignedIn } from './screen-texts.ts'

/** Every deliberate failure of the product: its HTTP status and the one Italian sentence that people read. */
export const errors = {
  BAD_REQUEST: [400, 'Richiesta non valida: ricarica la pagina e riprova.'],
  VALIDATION: [422, checkFields],
  INVALID_CREDENTIALS: [401, 'Credenziali non valide'],
  TOTP_REQUIRED: [401, 'Serve anche il codice dell’app di autenticazione.'],
  TOTP_INVALID: [401, 'Il codice non è valido o è già stato usato: aspetta il prossimo e riprova.'],
  UNAUTHENTICATED: [401, notSignedIn],
  FORBIDDEN: [403, 'Non hai i permessi per questa operazione: accedi con un account che li ha.'],
  SECOND_FACTOR_REQUIRED: [
    403,
    'Per le funzioni di amministrazione serve il secondo fattore: attivalo nella pagina del tuo account, alla voce Sicurezza.',
  ],
  NOT_FOUND: [404, 'Risorsa non trovata: controlla l’indirizzo.'],
  METHOD_NOT_ALLOWED: [405, 'Metodo non consentito: usa uno di quelli dell’intestazione Allow.'],
  CONFLICT: [409, 'L’operazione è in conflitto con lo stato attuale: ricarica la pagina e riprova.'],
  REQUEST_TIMEOUT: [408, 'La richiesta non è arrivata in tempo. Riprova.'],
  HEADERS_TOO_LARGE: [431, 'Le intestazioni della richiesta sono troppo lunghe: cancella i cookie del sito e riprova.'],
  BODY_TOO_LARGE: [413, 'La richiesta è troppo grande: accorcia i testi e riprova.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Formato della richiesta non supportato: invia i dati come JSON.'],
  TOO_MANY_REQUESTS: [429, 'Troppe richieste. Riprova tra poco.'],
  SIGN_IN_LOCKED: [
    429,
    'Troppi tentativi falliti: per sicurezza serve una nuova password. Usa «Password dimenticata?» per impostarla.',
  ],
  INTERNAL: [500, 'Si è verificato un errore interno. Riprova più tardi.'],
  MAINTENANCE: [503, closedMessage],
  UNAVAILABLE: [503, 'Servizio momentaneamente non disponibile. Riprova tra poco.'],
  TRADER_NOT_FOUND: [404, 'Trader non trovato'],
  USER_NOT_FOUND: [404, 'Utente non trovato: ricarica la pagina.'],
  USERNAME_TAKEN: [409, 'Nome utente già in uso'],
  EMAIL_TAKEN: [409, 'Email già in uso: accedi, o usane un’altra.'],
  RESET_LINK_DEAD: [400, 'Questo link è scaduto o è già stato usato: chiedine uno nuovo.'],
  TOTP_ACTIVE: [409, 'Il secondo fattore è già attivo: ricarica la pagina.'],
  TOTP_NOT_PREPARED: [409, 'Il secondo fattore non è attivo: preparalo prima nella pagina del tuo account.'],
  TOTP_KEPT: [
    403,
    'Per gli amministratori il secondo fattore è obbligatorio: se hai perso il telefono, usa un codice di recupero.',
  ],
  SUBSCRIPTION_TYPE_INVALID: [422, planTypeInvalid],
  SUBSCRIPTION_DURATION_INVALID: [422, planDaysInvalid],
  SUBSCRIPTION_NOT_FOUND: [404, 'Abbonamento non trovato: ricarica la pagina.'],
  USER_DEACTIVATED: [409, 'Questo utente è disattivato: riattivalo prima di assegnare o estendere un piano.'],
  SUBSCRIPTION_CHANGED: [
    409,
    'Un altro amministratore ha appena cambiato questo abbonamento: chiudi, guarda la nuova scadenza e ripeti.',
  ],
  SUBSCRIPTION_ENDED: [409, 'L’abbonamento è già terminato: assegnane uno nuovo.'],
  IDEMPOTENCY_KEY_REUSED: [409, 'Questa Idempotency-Key è già stata usata per un’altra operazione: usane una nuova.'],
  ADMIN_PROTECTED: [
    403,
    'Un amministratore non può essere disattivato: prima fagli togliere il ruolo, che si cambia soltanto nella base dati.',
  ],
  INVESTOR_PASSWORD_MISSING: [404, 'Questo utente non ha lasciato una password investitore: se serve, chiedigliela.'],
  INVESTOR_PASSWORD_UNREADABLE: [
    409,
    'La password investitore non si può leggere: è cifrata con una chiave che SECRET_KEY non contiene più. Rimetti la chiave vecchia accanto alla nuova.',
  ],
  LINKS_RESERVED: [403, 'I link pubblici sono riservati ai primi 3 della classifica: aggiungili quando ne fai parte.'],
  CASE_NOT_FOUND: [404, 'Verifica non trovata: torna all’elenco.'],
  CASE_DECIDED: [409, 'Questa verifica è già stata decisa: ricarica la pagina e leggi la decisione.'],
  CASE_CHANGED: [409, 'Da quando hai aperto questa verifica è arrivata un’altra prova: rileggila e decidi.'],
  ACCOUNT_NOT_BOUND: [409, 'Nessun conto è collegato: serve una prima sincronizzazione.'],
  ACCOUNT_CHANGED: [409, 'Nel frattempo il conto collegato è un altro: guarda qual è prima di chiuderlo.'],
  ACCOUNT_HELD: [
    409,
    'Il conto è in verifica, o una segnalazione è stata confermata: finché dura non si può cambiare. Leggi la verifica nella dashboard e, se è ancora aperta, rispondi.',
  ],
  OWNERSHIP_PROVEN: [409, 'La titolarità di questo conto è già provata: non serve altro.'],
  DATA_NOT_VERIFIED: [
    409,
    'I dati di questo conto non sono verificati (livello L0): prima serve un conto reale, sincronizzato e senza segnalazioni confermate.',
  ],
  MATCH_NOT_FOUND: [404, 'Nessun riscontro esterno in vigore per questo conto: ricarica la pagina.'],
  PLAN_UNKNOWN: [400, 'Piano non valido: scegli uno dei piani dell’elenco.'],
  COIN_NOT_OFFERED: [422, 'Questa valuta non è disponibile per il piano scelto: scegline un’altra.'],
  PAYMENT_UNDER_WAY: [409, 'C’è già un pagamento in corso: segui quell’ordine prima di pagare di nuovo.'],
  PAYMENT_URL_UNAVAILABLE: [502, noInvoiceAddress],
  ORDER_NOT_FOUND: [404, 'Ordine non trovato: controlla il numero.'],
  ORDER_ACTIVATED: [409, 'Questo pagamento ha attivato un piano: lascialo nell’elenco.'],
  PAYMENT_OF_ANOTHER_ORDER: [409, 'Questo pagamento appartiene a un altro ordine: controlla il numero.'],
  NOTIFICATION_REFUSED: [401, 'Firma della notifica non valida: controlla il segreto IPN.'],
  FILE_TOO_LARGE: [413, pictureTooLarge],
  IMAGE_UNSUPPORTED: [415, pictureUnsupported],
  IMAGE_UNREADABLE: [422, 'L’immagine è danneggiata o incompleta: scegline un’altra.'],
  IMAGE_TOO_WIDE: [
    422,
    'L’immagine è troppo grande: riducila a non più di 8.000 pixel per lato e 40 megapixel in tutto.',
  ],
  STORAGE_FULL: [503, 'Lo spazio per i file è esaurito: il file non è stato salvato. Riprova più tardi.'],
  DIAMOND_REQUIRED: [403, 'Per la vetrina serve un abbonamento Diamond attivo.'],
  SHOWCASE_NOT_FOUND: [404, 'Vetrina non trovata'],
  SHOWCASE_EXISTS: [409, 'Hai già una vetrina: modifica quella che c’è.'],
  SHOWCASE_CHANGED: [
    409,
    'Nel frattempo la vetrina è stata salvata altrove: confronta le due versioni e scegli quale tenere.',
  ],
  SHOWCASE_MOVE_REFUSED: [
    409,
    'Nello stato attuale della vetrina questa operazione non è possibile: ricarica la pagina.',
  ],
  SHOWCASE_RESUBMITTED: [
    409,
    'La vetrina è cambiata mentre la guardavi: ricarica e leggi la versione che attende ora.',
  ],
  PDF_UNSUPPORTED: [415, pdfUnsupported],
  PDF_TOO_LARGE: [413, pdfTooLarge],
  PDF_REFUSED: [
    422,
    'Il PDF contiene elementi attivi, è protetto o è danneggiato: salvane una copia semplice e carica quella.',
  ],
  UPLOAD_QUOTA: [
    409,
    'I file della tua vetrina occupano già 100 MB. Carica un file più leggero, oppure salva la bozza senza i file più pesanti e riprova fra un’ora.',
  ],
  BACKUP_RUNNING: [409, 'Un backup è già in corso: attendi che finisca.'],
  BACKUP_FULL: [
    507,
    'Lo spazio per i backup è esaurito: il backup non è stato fatto e quello che era stato scritto è stato tolto. Libera spazio e riprova.',
  ],
  BACKUP_NOT_FOUND: [404, 'Backup non trovato: ricarica la pagina.'],
  RESTART_UNSUPERVISED: [
    409,
    'Questo server non tornerebbe da solo: riavvialo da dove è stato avviato, oppure avvialo con npm start o con un supervisore e SUPERVISED=on.',
  ],
  CONTACT_NOT_FOUND: [404, 'Messaggio cancellato nel frattempo: torna all’elenco.'],
  EXPORT_RUNNING: [409, 'Un’esportazione dei tuoi dati è già in corso: attendi che finisca.'],
  SUBSCRIPTION_REQUIRED: [
    403,
    'Serve un abbonamento Basic Leaderboard attivo: scegli il piano in «Attiva Basic», poi genera il token.',
  ],
} as const satisfies Record<string, readonly [status: number, detail: string]>

export type ErrorCode = keyof typeof errors

/** The body of every error answer. */
export interface ErrorBody {
  detail: string
  message?: string
  error_type?: string
  errors?: string[]
  fields?: Record<string, string>
  request_id?: string
  details?: Record<string, unknown>
  /** The site is closed to all but admins for now: `detail` is their message. */
  maintenance?: true
}
