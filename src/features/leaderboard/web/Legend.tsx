import { levelLabels } from '#shared/levels.ts'
import { LevelMark, ranked } from './board/LevelMark.tsx'

/** The legend of a row's marks. */
export function Legend() {
  return (
    <div className="board-legend">
      <p>
        Win rate: la tacca al 50% separa da buono a migliorabile, quella al 70% segna l’eccellenza. Le somme sono nella
        valuta del conto. N/A indica un dato non disponibile.
      </p>
      <ul>
        {ranked.map((level) => (
          <li key={level}>
            <LevelMark level={level} /> {levelLabels[level]}
          </li>
        ))}
      </ul>
    </div>
  )
}
