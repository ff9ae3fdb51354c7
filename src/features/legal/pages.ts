import { termsVersion } from '#features/auth/terms.ts'

/** A static page at /NAME/index.html. */
export interface PageEntry {
  name: string
  title: string
  lead: string
  /** Day of the last change of its text: it changes with the text. */
  version: string
}

/** The legal texts, in the order in which the overview lists them. */
export const legalPages = {
  terms: {
    name: 'terms',
    title: 'Termini e Condizioni',
    lead: 'Il testo che accetti quando ti registri.',
    version: termsVersion,
  },
  risk: {
    name: 'risk',
    title: 'Avviso sui rischi',
    lead: 'Leggilo prima di aprire un conto o di copiare qualcuno.',
    version: '2026-11-30',
  },
  privacy: {
    name: 'privacy',
    title: 'Privacy',
    lead: 'Quali dati usiamo, perché e per quanto tempo.',
    version: '2026-11-30',
  },
  cookies: {
    name: 'cookies',
    title: 'Cookie',
    lead: 'Che cosa resta nel tuo browser: nessun cookie.',
    version: '2026-11-30',
  },
  refund: {
    name: 'refund',
    title: 'Rimborsi e recesso',
    lead: 'Quando un pagamento è definitivo, e che cosa la legge ti riconosce.',
    version: '2026-11-29',
  },
  accessibility: {
    name: 'accessibility',
    title: 'Accessibilità',
    lead: 'A che punto siamo, che cosa manca e come segnalarci un ostacolo.',
    version: '2026-11-30',
  },
} as const satisfies Record<string, PageEntry>
