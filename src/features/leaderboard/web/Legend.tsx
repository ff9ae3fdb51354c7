import { levelLabels, levels } from '#shared/levels.ts'

/** The meaning of a row's marks. */
export function Legend() {
  return (
    <p className="board-legend">
      {`${levels
        .slice(1)
        .map((level) => `${level}: ${levelLabels[level].toLowerCase()}`)
        .join(
          ' · ',
        )}. Gli importi sono in euro al cambio di oggi, sotto nella valuta del conto. N/A indica un dato non disponibile. Il segnalibro mette un trader fra i seguiti, le frecce nel confronto: restano su questo dispositivo.`}
    </p>
  )
}
