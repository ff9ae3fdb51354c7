import type { LegalSection } from './sections.ts'

export const privacy: readonly LegalSection[] = [
  {
    title: 'Quali dati trattiamo',
    paragraphs: ['Solo quelli che servono a tenere il registro:'],
    list: [
      'dati di registrazione: nome visualizzato, nome utente, paese, email, password, server del broker, numero di conto, password investitore se la inserisci;',
      'dati del conto inviati dall’Expert Advisor: balance, equity, operazioni chiuse, movimenti di denaro, stato delle posizioni aperte;',
      'dati tecnici: sessioni aperte, indirizzo di rete e versione del programma che si collega, registri di funzionamento.',
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
    title: 'Che cosa è pubblico',
    paragraphs: [
      'Nome visualizzato, nome utente, paese, risultati del conto e collegamenti che scegli di mostrare. Email, password, numero di conto e password investitore non compaiono mai nelle pagine pubbliche.',
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
      'Il sito non usa cookie. Nella memoria del tuo browser restano il tema scelto e, dopo l’accesso, il token della sessione. Uscendo, il token si cancella.',
    ],
  },
  {
    title: 'Chi altro li riceve',
    paragraphs: [
      'Il fornitore dei pagamenti in criptovaluta riceve i dati necessari al pagamento, quando decidi di pagare. Nessun altro li riceve, salvo obbligo di legge.',
    ],
  },
  {
    title: 'Per quanto tempo',
    paragraphs: [
      'I dati restano finché il profilo esiste. Dopo la cancellazione restano solo le registrazioni dei pagamenti, senza il tuo nome, per il tempo che la legge impone.',
    ],
  },
  {
    title: 'I tuoi diritti',
    paragraphs: [
      'Puoi chiedere di vedere, correggere, ricevere in copia o cancellare i tuoi dati, di limitarne l’uso o di opporti. Puoi anche presentare un reclamo al Garante per la protezione dei dati personali.',
    ],
  },
]
