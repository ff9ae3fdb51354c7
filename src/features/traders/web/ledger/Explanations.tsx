import { Panel } from '#web/ui/Panel.tsx'
import { ledgerCall } from './download.ts'

/** The meaning of a whole chain, and its limits. */
export function Meaning() {
  return (
    <Panel title="Che cosa prova">
      <div className="grid gap-3 text-ui text-ink-2">
        <p>
          <b className="text-ink">Prova che non abbiamo modificato i dati inviati.</b> Per ogni movimento: importi,
          volume, prezzo, simbolo, verso e orario. Per ogni invio: i dati della voce. Ogni impronta contiene quella
          prima: cambiare una voce cambia tutte le seguenti.
        </p>
        <p>
          <b className="text-ink">Non riguarda ciò che ne calcoliamo</b>, come rendimento e punteggio, né commenti e
          stop.
        </p>
        <p>
          <b className="text-ink">Non prova che i dati inviati fossero veri.</b> Per questo ci sono i livelli di
          verifica e i controlli, sul profilo.
        </p>
        <p>
          Annota oggi l’ultima impronta, oppure leggila nel pannello dell’Expert Advisor. Tra un mese cercala qui: se
          c’è ancora, tutto ciò che la precede è rimasto com’era.
        </p>
      </div>
    </Panel>
  )
}

/** The steps by which anybody can do the same with other tools. */
export function Recipe({ username, account }: { username: string; account: string | null }) {
  const call = ledgerCall(username, account)
  return (
    <Panel
      title="Come si calcola"
      foot={
        <>
          I dati:{' '}
          <a className="[overflow-wrap:anywhere]" href={call}>
            {call}
          </a>
          , mille voci per volta; le seguenti con <code className="font-mono">after=1000</code>,{' '}
          <code className="font-mono">2000</code> e così via.
        </>
      }
    >
      <ol className="grid list-decimal gap-1.5 pl-5 text-ui text-ink-2">
        <li>Si parte da 64 zeri, l’impronta che precede la voce 1.</li>
        <li>
          <code className="font-mono">records_digest</code> è lo SHA-256 della riga con il{' '}
          <code className="font-mono">salt</code> di <code className="font-mono">figures</code> e di una riga per
          movimento arrivato: numero di ticket, spazio, SHA-256 del movimento, a capo.
        </li>
        <li>
          <code className="font-mono">figures_digest</code> è lo SHA-256 del testo di{' '}
          <code className="font-mono">figures</code>, così com’è scritto.
        </li>
        <li>
          Si scrivono sei righe: impronta precedente, <code className="font-mono">n</code>,{' '}
          <code className="font-mono">at</code>, <code className="font-mono">records</code>,{' '}
          <code className="font-mono">records_digest</code>, <code className="font-mono">figures_digest</code>; nessun a
          capo dopo l’ultima.
        </li>
        <li>
          Il loro SHA-256 è <code className="font-mono">hash</code>, l’impronta della voce, e precede la seguente.
        </li>
        <li>L’ultima deve essere quella che il profilo e l’Expert Advisor mostrano.</li>
      </ol>
    </Panel>
  )
}
