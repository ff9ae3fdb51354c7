import { useQuery } from '@tanstack/react-query'
import type { getContacts } from '#features/contacts/contract.ts'
import { q } from '#web/api.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { ContactForm } from './ContactForm.tsx'
import { Questions } from './Questions.tsx'
import type { ViewModule } from '#web/view.ts'

export const view: ViewModule = {
  screen: ContactsView,
  head: () => ({
    title: 'Contattaci · TopTrader',
    description: 'Scrivi all’assistenza di TopTrader, guarda in quanto tempo rispondiamo e leggi le domande frequenti.',
    canonical: '/?view=contacts',
  }),
}

/** The contact page: a form, what to expect, and frequent questions. Without scripts all but the form works. */
export function ContactsView() {
  const { data } = useQuery({ ...q<typeof getContacts>('GET /api/contacts', {}), staleTime: 300_000 })
  const support = data?.support_email ?? null
  return (
    <main className="page pt-8 max-[820px]:pt-7" id="contenuto">
      <h1 tabIndex={-1}>Contattaci</h1>
      <p className="lead mt-2 max-w-[560px]">
        Scrivici in italiano. Se il problema riguarda un pagamento, aggiungi il numero dell’ordine.
      </p>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)_380px] items-start gap-8 max-[1139px]:grid-cols-1 max-[820px]:mt-7 max-[820px]:gap-6">
        <Panel title="Scrivi un messaggio">
          <noscript>
            <p className="mb-4 font-medium">
              Per inviare il modulo serve JavaScript.
              {support !== null && ` Senza, scrivi a ${support}.`}
            </p>
          </noscript>
          <ContactForm />
        </Panel>
        <div className="grid gap-6">
          <Panel title="Assistenza">
            {support !== null && (
              <p className="mb-3 font-semibold wrap-anywhere">
                <a href={`mailto:${support}`}>{support}</a>
              </p>
            )}
            <dl className="response-times">
              {responseTimes.map(([about, time]) => (
                <div key={about}>
                  <dt>{about}</dt>
                  <dd>{time}</dd>
                </div>
              ))}
            </dl>
          </Panel>
          <Questions />
        </div>
      </div>
    </main>
  )
}

const responseTimes = [
  ['Problemi tecnici urgenti', '24–48 ore'],
  ['Richieste generali', '48–72 ore'],
  ['Richieste commerciali', '3–5 giorni lavorativi'],
] as const
