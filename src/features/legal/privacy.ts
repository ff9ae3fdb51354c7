import type { LegalSection } from '#shared/legal-section.ts'

export const privacy: readonly LegalSection[] = [
  {
    title: 'Quali dati trattiamo',
    paragraphs: ['Solo quelli che servono a tenere il registro:'],
    list: [
      'dati di registrazione: nome visualizzato, username, paese, email, password, server del broker, numero di conto, password investitore se la inserisci;',
      'dati del conto inviati dall’Expert Advisor: balance, equity, operazioni chiuse, movimenti di denaro, stato delle posizioni aperte;',
      'ciò che aggiungi tu: bio, testo per la condivisione, foto, link, messaggi all’assistenza;',
      'la vetrina, se ne crei una: testi, link, pulsanti, testimonianze, immagini e documenti che carichi, versioni inviate, decisioni e messaggi della moderazione;',
      'quante volte la tua vetrina viene vista e che cosa viene aperto, giorno per giorno, come numeri;',
      'dati dei pagamenti: ordini, importi, stato; mai i dati del tuo portafoglio;',
      'dati tecnici: sessioni aperte, tipi di dispositivo usati per accedere, indirizzo di rete e versione del programma che si collega, registri di funzionamento e delle azioni sull’account.',
    ],
  },
  {
    title: 'Perché li trattiamo',
    paragraphs: [
      'Per fornirti il servizio che chiedi: profilo, sincronizzazione, posizione in classifica, abbonamento. I dati tecnici servono a proteggere il servizio e a trovare i guasti.',
      'Non vendiamo dati, non facciamo profilazione pubblicitaria e non usiamo strumenti di tracciamento di terzi.',
    ],
  },
  {
    title: 'Su quale base',
    paragraphs: ['Ogni trattamento ha una base nel Regolamento (UE) 2016/679, articolo 6, paragrafo 1:'],
    list: [
      'il contratto con te (lettera b): registrazione, profilo, sincronizzazione, classifica, abbonamento, vetrina, risposte all’assistenza;',
      'un obbligo di legge (lettera c): dati dei pagamenti;',
      'il legittimo interesse (lettera f): sicurezza, ricerca dei guasti, controllo dei dati inviati perché la classifica non venga alterata, conteggio delle visite di una vetrina senza sapere di chi sono;',
      'il tuo consenso (lettera a) per ciò che aggiungi di tua scelta, come bio e foto: lo ritiri togliendolo dalla pagina dell’account.',
    ],
  },
  {
    title: 'Che cosa è pubblico',
    paragraphs: [
      'Nome visualizzato, username, paese, bio, foto, risultati del conto e link che scegli di mostrare. Email, password, numero di conto e password investitore non compaiono mai nelle pagine pubbliche.',
      'Gli importi del conto si possono nascondere dalla pagina dell’account: spariscono subito per tutti. Percentuali, drawdown e segnalazioni restano visibili.',
      'La foto si conserva solo riscritta da noi, in tre misure e senza i dati che la fotocamera vi aveva lasciato, come il luogo dello scatto. Lo stesso vale per le immagini della vetrina.',
      'Della vetrina è pubblica la versione che un amministratore ha approvato, finché dura il piano Diamond. Le bozze non inviate le vedi tu; ciò che invii in moderazione lo leggono anche gli amministratori.',
    ],
  },
  {
    title: 'Come li proteggiamo',
    paragraphs: [
      'La password si conserva solo come impronta che non permette di risalire al testo. Password investitore e token dell’Expert Advisor sono cifrati. Le sessioni si possono chiudere una per una.',
    ],
  },
  {
    title: 'Memoria del browser e cookie',
    paragraphs: [
      'Il sito non usa cookie. Nella memoria del tuo browser resta soltanto ciò che serve a quello che chiedi: il tema, il token della sessione, le bozze, i trader che segui. La pagina Cookie elenca ogni voce e dice come cancellarla.',
    ],
  },
  {
    title: 'Chi guarda una vetrina',
    paragraphs: [
      'Per dire a un trader quante persone guardano la sua vetrina contiamo visite e clic senza sapere chi sei. L’indirizzo di rete e il nome del programma con cui navighi diventano subito un’impronta, con una chiave casuale che cambia ogni giorno; l’indirizzo non si conserva con i conteggi, e i registri di funzionamento non lo scrivono quando apri una vetrina o un suo link; dell’ora resta solo la mezz’ora. Un’altra impronta del solo indirizzo serve a non contare troppe volte la stessa rete. Impronte e chiave si cancellano poco dopo la fine del giorno: da allora restano solo i conteggi, e nessuno può più sapere se due visite di giorni diversi erano della stessa persona.',
      'Del sito da cui arrivi contiamo solo il nome. Non salviamo nulla sul tuo dispositivo. Il trader e gli amministratori non vengono contati.',
    ],
  },
  {
    title: 'Chi altro li riceve',
    paragraphs: [
      'Il fornitore dei pagamenti in criptovaluta riceve i dati necessari al pagamento, quando decidi di pagare.',
      'Chi tiene per noi i server e le copie di sicurezza (backup), o spedisce le nostre email, tratta i dati per conto nostro e soltanto per questo. Nessun altro li riceve, salvo obbligo di legge.',
    ],
  },
  {
    title: 'Per quanto tempo',
    paragraphs: ['I dati restano finché l’account esiste, salvo quelli che scadono prima:'],
    list: [
      'sessioni non usate: 30 giorni; tipi di dispositivo: un anno dall’ultimo uso; conteggi dei tentativi di accesso, tenuti come impronte: 90 giorni;',
      'posizioni in classifica giorno per giorno: 400 giorni, l’ultima finché esiste l’account;',
      'messaggi che ti inviamo: il testo e l’indirizzo si cancellano 30 giorni dopo l’invio; messaggi che invii all’assistenza: dodici mesi; conteggi degli avvisi inviati a un indirizzo, tenuti come impronte: un giorno;',
      'foto e immagini tolte o sostituite: subito, e al più tardi dopo un giorno; immagini e documenti caricati per la vetrina e mai usati: un giorno circa;',
      'visite e clic di una vetrina: le impronte fino alla fine del giorno (ora UTC), i conteggi giorno per giorno 730 giorni, o finché esiste la vetrina.',
    ],
  },
  {
    id: 'che-cosa-resta',
    title: 'Che cosa resta dopo l’eliminazione',
    paragraphs: [
      'Quando elimini l’account, profilo, foto, vetrina con i suoi file e i suoi conteggi, conti, operazioni, verifiche e sessioni si cancellano subito, al più tardi entro pochi minuti. Restano soltanto:',
    ],
    list: [
      'ordini, pagamenti e registro dei piani, senza nome, email e username, per il tempo che la legge impone;',
      'i messaggi inviati all’assistenza con il tuo indirizzo senza aver fatto l’accesso, per dodici mesi dall’invio: nessuno ha verificato chi li ha scritti. Quelli inviati dopo l’accesso si cancellano;',
      'il registro delle azioni, che non si può modificare: contiene un codice che non porta più a nessuno e, per le azioni fatte da te, l’indirizzo di rete;',
      'copie di sicurezza cifrate fatte prima, che nessuno consulta: ognuna si cancella entro 35 giorni;',
      'il codice interno del tuo account, da solo: serve a cancellarti di nuovo se dovessimo ripristinare una copia di sicurezza;',
      'per ogni conto di trading un’impronta cifrata, da cui non si può risalire al numero: serve a impedire che lo stesso conto riparta da zero con un altro account.',
    ],
  },
  {
    title: 'I tuoi diritti',
    paragraphs: [
      'Dalla pagina dell’account puoi vedere e correggere i tuoi dati, scaricarli tutti in JSON o CSV ed eliminare l’account, da solo e in ogni momento. Per limitarne l’uso, opporti, o avere ciò che l’esportazione non contiene, scrivi all’assistenza.',
      'Puoi anche presentare un reclamo al Garante per la protezione dei dati personali.',
    ],
  },
]
