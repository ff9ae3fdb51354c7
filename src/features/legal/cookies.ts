import type { LegalSection } from '#shared/legal-section.ts'

export const cookies: readonly LegalSection[] = [
  {
    title: 'Nessun cookie',
    paragraphs: [
      'TopTrader non usa cookie, né propri né di terzi, e non carica programmi di misura o di pubblicità. Per questo non ti chiediamo un consenso.',
      'La pagina del pagamento appartiene al fornitore esterno: lì valgono le sue regole sui cookie.',
    ],
  },
  {
    title: 'Che cosa ricorda il tuo browser',
    paragraphs: ['Queste voci restano sul tuo dispositivo. Servono soltanto a ciò che chiedi tu:'],
    list: [
      'il tema chiaro o scuro, se lo scegli;',
      'dopo l’accesso, il token della sessione: si cancella quando esci;',
      'le bozze dei moduli non inviati, finché non chiudi la scheda;',
      'finché non chiudi la scheda, il punto a cui sei arrivato: nell’accesso e nella registrazione, con il nome scritto e il codice del link che hai aperto; nel collegamento a MetaTrader, con il tuo username;',
      'la bozza della vetrina, finché non la invii o la scarti;',
      'i trader che segui o che segni per il confronto, e le colonne che nascondi in classifica, finché non li togli; quando apri i seguiti o il confronto, i loro nomi stanno nell’indirizzo della pagina;',
      'il numero del tuo ultimo ordine, per ritrovarne lo stato, e, finché non chiudi la scheda, quello dell’ordine di cui il browser non ha aperto il pagamento;',
      'la pagina «Senza connessione», che compare quando il sito non risponde: è uguale per tutti e non contiene dati tuoi.',
    ],
  },
  {
    title: 'Come cancellarle',
    paragraphs: [
      'Esci dall’account per cancellare il token. Per cancellare tutto, elimina i dati di questo sito nelle impostazioni del browser: dovrai accedere di nuovo e le bozze si perdono.',
    ],
  },
]
