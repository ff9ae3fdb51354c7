import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import * as format from '#shared/format/format.ts'
import type { Dashboard } from '../notices.ts'
import { requirementsOf, type Requirement } from './requirements.ts'

/** The conditions for a place, folded away when all are met. */
export function Requirements({ dashboard }: { dashboard: Dashboard }) {
  const all = requirementsOf(dashboard)
  const missing = all.filter(({ state }) => state === 'missing')
  if (missing.length === 0) {
    return (
      <details>
        <summary className="min-h-6 text-accent underline decoration-1 underline-offset-[3px]">
          Hai tutto quello che serve per la classifica: {all.length} condizioni su {all.length}
        </summary>
        <List all={all} />
      </details>
    )
  }
  return (
    <section aria-labelledby="requisiti">
      <h3 id="requisiti" className="!font-sans !text-ui !font-semibold !tracking-normal">
        Che cosa manca per entrare in classifica
      </h3>
      <p className="mt-1 text-ink-2">
        {missing.length === 1 ? 'Manca una condizione' : `Mancano ${format.count(missing.length)} condizioni`} su{' '}
        {all.length}.
      </p>
      <List all={all} />
    </section>
  )
}

function List({ all }: { all: readonly Requirement[] }) {
  return (
    <ul className="mt-2">
      {all.map((one) => (
        <Line key={one.reason} one={one} />
      ))}
    </ul>
  )
}

const marks = {
  met: { Icon: CircleCheck, tone: 'text-ok', word: 'Fatto' },
  missing: { Icon: CircleAlert, tone: 'text-danger', word: 'Manca' },
  unknown: { Icon: CircleDashed, tone: 'text-ink-3', word: 'Da vedere' },
}

function Line({ one: { title, state, advice, link } }: { one: Requirement }) {
  const { Icon, tone, word } = marks[state]
  return (
    <li className="flex gap-2.5 border-b border-line py-2 last:border-b-0">
      <Icon className={`mt-0.5 shrink-0 ${tone}`} size={16} strokeWidth={2} aria-hidden />
      <div className="min-w-0">
        <p>
          <span className="sr-only">{word}: </span>
          <span className={state === 'missing' ? 'font-semibold' : state === 'unknown' ? 'text-ink-3' : ''}>
            {title}
            {state === 'unknown' && ', dopo la prima sincronizzazione'}
          </span>
        </p>
        {advice !== null && (
          <p className="mt-0.5 text-ink-2">
            {advice} {link !== null && <a href={link.href}>{link.text}</a>}
          </p>
        )}
      </div>
    </li>
  )
}
