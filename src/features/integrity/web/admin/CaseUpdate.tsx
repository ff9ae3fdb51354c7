import { useState } from 'react'
import { Alert } from '#web/ui/Alert.tsx'
import { isDecided, type AdminCase } from '../cases.ts'

/** A change of a case while it is open here. The text below stays, and should be read again. */
export function CaseUpdate({ one }: { one: AdminCase }) {
  const [first] = useState(one)
  if (isDecided(one) !== isDecided(first) || one.decided_at !== first.decided_at) {
    return (
      <Update lead="Decisa mentre la leggevi.">
        La decisione è più sotto. Quello che hai scritto resta qui: registrarlo la cambia.
      </Update>
    )
  }
  if (one.reply !== first.reply)
    return <Update lead="Il trader ha risposto mentre leggevi.">Leggi la risposta prima di decidere.</Update>
  if (one.last_at !== first.last_at)
    return <Update lead="È arrivata un’altra prova mentre leggevi.">Rileggi le prove prima di decidere.</Update>
  return null
}

function Update({ lead, children }: { lead: string; children: string }) {
  return (
    <div className="mt-4">
      <Alert tone="info" lead={lead} live>
        {children}
      </Alert>
    </div>
  )
}
