// Sentences at the fields of forms that contracts, server and screens share.

export const required = 'Campo obbligatorio.'
export const invalidId = 'Identificativo non valido: ricontrollalo.'
export const invalidEmail = 'Inserisci un indirizzo email valido.'
export const emailTooLong = 'Email troppo lunga: al massimo 254 caratteri.'
export const notInteger = 'Deve essere un numero intero.'
export const notNumber = 'Deve essere un numero.'
export const notJsonOrCsv = 'Il formato è json o csv.'
export const invalidCharacters = 'Contiene caratteri non ammessi: toglili.'
export const noLetterOrDigit = 'Scrivi almeno una lettera o una cifra.'
export const invalidAccountNumber = 'Solo cifre, al massimo 20.'
/** Above a form with errors at its fields. */
export const checkFields = 'Controlla i dati inseriti.'
/** After the name of a setting. */
export const settingNotInteger = 'deve essere un numero intero'

export const passwordMissing = 'Inserisci la password.'
export const passwordWrong = 'La password non è corretta: riscrivila.'
export const passwordTooLong = 'Password troppo lunga: accorciala.'
export const passwordHelp = 'Quella con cui accedi a TopTrader.'
export const passwordsDiffer = 'Le password non corrispondono. Ricontrolla entrambi i campi.'
export const termsMissing = 'Devi accettare i Termini e Condizioni per procedere con la registrazione.'
export const codeMissing = 'Inserisci il codice.'
export const codeTooLong = 'Codice troppo lungo: ricontrollalo.'
/** A code of the app or a recovery code. */
export const codeHelp = 'Sei cifre dalla tua app, o un codice di recupero.'

export const planTypeInvalid = 'Tipo non valido. Usa "basic" o "diamond"'
export const planDaysInvalid = 'Durata non valida. Inserisci un numero di giorni'
export const noInvoiceAddress = 'URL pagamento non disponibile. Riprova tra qualche minuto.'
