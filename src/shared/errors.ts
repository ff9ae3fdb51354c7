/** Every deliberate failure of the product: its HTTP status and the one Italian sentence that people read. */
export const errors = {
  BAD_REQUEST: [400, 'Richiesta non valida.'],
  VALIDATION: [422, 'Controlla i dati inseriti.'],
  INVALID_CREDENTIALS: [401, 'Credenziali non valide'],
  UNAUTHENTICATED: [401, 'Accesso non autorizzato'],
  FORBIDDEN: [403, 'Non hai i permessi per questa operazione.'],
  NOT_FOUND: [404, 'Risorsa non trovata.'],
  METHOD_NOT_ALLOWED: [405, 'Metodo non consentito.'],
  CONFLICT: [409, 'L’operazione è in conflitto con lo stato attuale.'],
  REQUEST_TIMEOUT: [408, 'La richiesta non è arrivata in tempo. Riprova.'],
  HEADERS_TOO_LARGE: [431, 'Le intestazioni della richiesta sono troppo lunghe.'],
  BODY_TOO_LARGE: [413, 'La richiesta è troppo grande.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Formato della richiesta non supportato.'],
  TOO_MANY_REQUESTS: [429, 'Troppe richieste. Riprova tra poco.'],
  INTERNAL: [500, 'Si è verificato un errore interno. Riprova più tardi.'],
  UNAVAILABLE: [503, 'Servizio momentaneamente non disponibile. Riprova tra poco.'],
  TRADER_NOT_FOUND: [404, 'Trader non trovato'],
  USER_NOT_FOUND: [404, 'Utente non trovato'],
  USERNAME_TAKEN: [409, 'Nome utente già in uso'],
  EMAIL_TAKEN: [409, 'Email già in uso'],
  SUBSCRIPTION_TYPE_INVALID: [422, 'Tipo non valido. Usa "basic" o "diamond"'],
  SUBSCRIPTION_DURATION_INVALID: [422, 'Durata non valida. Inserisci un numero di giorni'],
  SUBSCRIPTION_NOT_FOUND: [404, 'Abbonamento non trovato'],
  USER_DEACTIVATED: [409, 'Questo utente è disattivato: riattivalo prima di assegnare o prolungare un piano.'],
  SUBSCRIPTION_ENDED: [409, 'L’abbonamento è già terminato.'],
  IDEMPOTENCY_KEY_REUSED: [409, 'Questa Idempotency-Key è già stata usata per un’altra operazione.'],
  ADMIN_PROTECTED: [403, 'Un amministratore non può essere disattivato.'],
  LINKS_RESERVED: [403, 'I link pubblici sono riservati ai primi 3 della classifica.'],
  CASE_NOT_FOUND: [404, 'Verifica non trovata.'],
  CASE_DECIDED: [409, 'Questa verifica è già stata decisa.'],
  CASE_CHANGED: [409, 'Da quando hai aperto questa verifica è arrivata un’altra prova: rileggila e decidi.'],
  ACCOUNT_NOT_BOUND: [409, 'Nessun conto è collegato: serve una prima sincronizzazione.'],
  ACCOUNT_CHANGED: [409, 'Nel frattempo il conto collegato è un altro: guarda qual è prima di chiuderlo.'],
  ACCOUNT_HELD: [409, 'Il conto è in verifica, o una verifica è stata confermata: finché dura non si può cambiare.'],
  OWNERSHIP_PROVEN: [409, 'La titolarità di questo conto è già provata.'],
  OWNERSHIP_NOT_PROVEN: [409, 'Prima del riscontro esterno serve la titolarità provata (livello L2).'],
  MATCH_NOT_FOUND: [404, 'Nessun riscontro esterno in vigore per questo conto.'],
  PLAN_UNKNOWN: [400, 'Piano non valido.'],
  COIN_NOT_OFFERED: [422, 'Questa valuta non è disponibile per il piano scelto: scegline un’altra.'],
  PAYMENT_URL_UNAVAILABLE: [502, 'URL pagamento non disponibile. Riprova tra qualche minuto.'],
  ORDER_NOT_FOUND: [404, 'Ordine non trovato'],
  ORDER_ACTIVATED: [409, 'Questo pagamento ha attivato un piano: non si può eliminare.'],
  PAYMENT_OF_ANOTHER_ORDER: [409, 'Questo pagamento appartiene a un altro ordine.'],
  NOTIFICATION_REFUSED: [401, 'Firma della notifica non valida.'],
  SUBSCRIPTION_REQUIRED: [403, 'Serve un abbonamento Basic Leaderboard attivo.'],
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
}
