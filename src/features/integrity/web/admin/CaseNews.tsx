import { useState } from 'react'
import { Alert } from '#web/ui/Alert.tsx'
import { isDecided, type AdminCase } from '../cases.ts'

/** What came to a case while it was open here: what somebody writes below stands, and should be read again. */
export function CaseNews({ one }: { one: AdminCase }) {
  const [first] = useState(one)
  if (isDecided(one) !== isDecided(first) || one.decided_at !== first.decided_at) {
    return (
      <News lead="Decisa mentre la leggevi.">
        La decisione è più sotto. Quello che hai scritto resta qui: registrarlo la cambia.
      </News>
    )
  }
  if (one.reply !== first.reply)
    return <News lead="Il trader ha risposto mentre leggevi.">Leggi la risposta prima di decidere.</News>
  if (one.last_at !== first.last_at)
    return <News lead="È arrivata un’altra prova mentre leggevi.">Rileggi le prove prima di decidere.</News>
  return null
}

function News({ lead, children }: { lead: string; children: string }) {
  return (
    <div className="mt-4">
      <Alert tone="info" lead={lead} live>
        {children}
      </Alert>
    </div>
  )
}
