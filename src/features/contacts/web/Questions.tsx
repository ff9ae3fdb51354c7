import { useId } from 'react'
import type { ReactNode } from 'react'
import { ChevronDown } from '#web/ui/icons.tsx'

/** Frequent questions. Each answer opens by itself, also without scripts. */
export function Questions() {
  const id = useId()
  return (
    <section className="questions" aria-labelledby={id}>
      <h2 id={id}>Domande frequenti</h2>
      <div className="mt-2">
        {questions.map(({ question, answer }, index) => (
          <details key={question} open={index === 0}>
            <summary>
              {question}
              <ChevronDown size={18} />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}

const questions: readonly { question: string; answer: ReactNode }[] = [
  {
    question: 'Perché il mio conto risulta disconnesso?',
    answer: (
      <>
        L’Expert Advisor non sincronizza: dopo 15 minuti la dashboard dice «Disconnesso» e la classifica «In ritardo»,
        dopo 24 ore anche la classifica dice «Disconnesso». Controlla che MetaTrader sia aperto e che l’indirizzo sia
        tra quelli autorizzati in WebRequest. Il motivo preciso è nella <a href="/?view=dashboard">dashboard</a>; che
        cosa fare, nella <a href="/how-it-works/index.html#problemi">guida</a>.
      </>
    ),
  },
  {
    question: 'Quando si aggiorna la classifica?',
    answer:
      'Pochi secondi dopo ogni sincronizzazione di un conto. La pagina aperta rilegge la classifica da sola ogni 30 secondi.',
  },
  {
    question: 'Posso chiedere un rimborso?',
    answer: (
      <>
        I pagamenti sono definitivi e non sono previsti rimborsi: è scritto nei{' '}
        <a href="/terms/index.html">termini e condizioni</a>. I casi che la legge prevede sono in{' '}
        <a href="/refund/index.html">Rimborsi e recesso</a>. Se hai pagato due volte, o un importo diverso da quello
        richiesto, scrivici con il numero dell’ordine.
      </>
    ),
  },
  {
    question: 'Come passo da Basic a Diamond?',
    answer: (
      <>
        Scegli un piano nella pagina <a href="/?view=diamond-subscribe">Passa a Diamond</a>. Diamond comincia subito e
        comprende tutto ciò che dà Basic. I giorni Basic che ti restano non vanno persi: ripartono quando Diamond
        finisce.
      </>
    ),
  },
  {
    question: 'Ho pagato e il piano non è attivo: che cosa faccio?',
    answer: (
      <>
        La conferma di un pagamento in criptovaluta può richiedere qualche minuto. Nella{' '}
        <a href="/?view=dashboard">dashboard</a> premi «Riprova attivazione»: controlla di nuovo il tuo ultimo ordine.
        Se il piano resta fermo, scrivici con il numero dell’ordine e non inviare altro denaro.
      </>
    ),
  },
]
