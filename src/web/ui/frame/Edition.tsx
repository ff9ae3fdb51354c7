import { longDate, time } from '#shared/format/format.ts'
import { pastResults } from '#shared/screen-texts.ts'

/** The freshness of the data in the voice of an almanac. */
export function Edition({ at }: { at: string | number | null }) {
  return (
    <div className="edition">
      <div className="page">
        {at !== null && (
          <>
            <b>{`Edizione di ${longDate(at)}`}</b>
            <span>{`Aggiornata alle ${time(at)}`}</span>
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
        <b>Dimostrazione:</b> trader e conti generati.
      </div>
    </aside>
  )
}
