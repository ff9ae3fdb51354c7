import type { LegalSection } from '#shared/legal-section.ts'

export const refund: readonly LegalSection[] = [
  {
    title: 'Pagamenti definitivi',
    paragraphs: [
      'I pagamenti degli abbonamenti sono definitivi. Se smetti di usare il servizio prima della scadenza, il periodo che resta non viene rimborsato.',
      'L’abbonamento non si rinnova da solo: alla scadenza non devi disdire niente.',
    ],
  },
  {
    title: 'Il recesso entro 14 giorni',
    paragraphs: [
      'Chi compra a distanza come consumatore può di regola recedere entro 14 giorni dal contratto, senza dire perché (articoli 52 e seguenti del Codice del consumo, decreto legislativo 206/2005).',
      'Il servizio che compri comincia subito: il piano si attiva appena il pagamento è confermato. Pagando chiedi che cominci prima della fine dei 14 giorni.',
      'Per i servizi eseguiti del tutto e per i contenuti digitali già forniti, se hai dato il consenso e accettato di perderlo, il diritto di recesso non spetta più (articolo 59, lettere a e o). Per un servizio cominciato su tua richiesta e non ancora concluso, chi può ancora recedere paga la parte già fornita (articolo 57).',
      'Finché il piano non è attivo puoi recedere senza costi.',
    ],
  },
  {
    title: 'Come si recede',
    paragraphs: [
      'Scrivi al contatto qui sotto, o dalla pagina Contattaci, entro i 14 giorni, con una frase chiara come questa: «Recedo dal contratto per l’abbonamento TopTrader». Aggiungi:',
    ],
    list: [
      'il tuo nome e il tuo username;',
      'il numero dell’ordine e la data del pagamento;',
      'l’indirizzo del portafoglio su cui ricevere un eventuale rimborso, e la rete.',
    ],
  },
  {
    title: 'Quando scriverci in ogni caso',
    paragraphs: ['Questi non sono ripensamenti. Scrivi all’assistenza con il numero dell’ordine:'],
    list: [
      'hai pagato due volte lo stesso ordine, o più del dovuto;',
      'il pagamento è confermato e il piano non si è attivato;',
      'il servizio pagato non è conforme a quanto descritto.',
    ],
  },
  {
    title: 'I tuoi diritti',
    paragraphs: [
      'Niente di questa pagina toglie i diritti che la legge riconosce al consumatore e che nessun contratto può escludere. Il giudice competente è quello del luogo in cui risiedi.',
    ],
  },
]
