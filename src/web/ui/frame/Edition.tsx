import { longDate, time } from '#shared/format/format.ts'
import { demoLine, pastResults } from '#shared/screen-texts.ts'

interface EditionProps {
  at: string | number | null
  /** Nobody is listed: nothing was updated at any hour. */
  isEmpty: boolean
}

/** The freshness of the data in the voice of an almanac. */
export function Edition({ at, isEmpty }: EditionProps) {
  return (
    <div className="edition">
      <div className="page">
        {at !== null && (
          <>
            <b>{`Edizione di ${longDate(at)}`}</b>
            {!isEmpty && <span>{`Aggiornata alle ${time(at)}`}</span>}
          </>
        )}
        <span className="edition-end">{pastResults}</span>
      </div>
    </div>
  )
}

/** Every page of a demonstration says so. */
export function DemoBanner() {
  return (
    <aside className="demo-banner" aria-label="Avviso">
      <div className="page">
        <b>{demoLine.lead}</b> {demoLine.rest}
      </div>
    </aside>
  )
}
