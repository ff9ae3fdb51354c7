import { Hourglass, Minus } from 'lucide-react'
import { toneClass, Triangle } from '#web/ui/figures/Figures.tsx'
import { Seal } from '#web/ui/Guilloche.tsx'
import type { Dashboard } from './notices.ts'
import { globalPlace, placeChanges, type PlaceChange } from './place-texts.ts'

/** The seal with the own place, and the earlier places. */
export function PlaceCard({ dashboard }: { dashboard: Dashboard }) {
  const { current_rank: rank, standing, username } = dashboard
  const changes = placeChanges(dashboard)
  return (
    <section className="panel" aria-label="Posizione globale">
      <div className="flex items-center gap-5 p-5 max-[820px]:gap-4 max-[820px]:p-4">
        <span className={sealText(rank)}>
          <Seal
            seed={username}
            rank={rank}
            size={116}
            icon={<Hourglass className="size-[0.6em] text-ink-2" strokeWidth={1.25} aria-hidden />}
          />
        </span>
        <div className="min-w-0">
          <p className="text-ui text-ink-2">Posizione globale</p>
          <p className="bodoni text-[22px] leading-7">{globalPlace(rank, standing.ranked)}</p>
          {changes.length > 0 && (
            <ul className="mt-1 grid gap-0.5 text-ui">
              {changes.map((change) => (
                <Change key={change.text} change={change} />
              ))}
            </ul>
          )}
          <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-ui leading-6">
            <a href="/">Vedi la classifica</a>
            <a href="#perche">{rank === null ? 'Che cosa manca' : 'Perché qui'}</a>
          </p>
        </div>
      </div>
    </section>
  )
}

/** An arrow, a colour, and the same as a text. */
function Change({ change: { direction, text } }: { change: PlaceChange }) {
  return (
    <li className={`flex items-center gap-1.5 ${direction === 0 ? 'text-ink-2' : toneClass(direction)}`}>
      {direction === 0 ? <Minus size={11} strokeWidth={2.5} aria-hidden /> : <Triangle value={direction} size={11} />}
      {text}
    </li>
  )
}

/** The numeral stays inside the open centre of the rosette, 56 px wide. */
function sealText(rank: number | null): string {
  const digits = String(rank ?? 0).length
  if (digits <= 1) return 'shrink-0'
  if (digits === 2) return 'shrink-0 [&>.seal]:text-[34px]'
  if (digits === 3) return 'shrink-0 [&>.seal]:text-[24px]'
  return 'shrink-0 [&>.seal]:text-[16px]'
}
