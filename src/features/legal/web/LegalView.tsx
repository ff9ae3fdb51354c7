import * as format from '#shared/format/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import type { ViewModule } from '#web/view.ts'
import { legalPages } from '../pages.ts'

export const view: ViewModule = {
  screen: LegalView,
  head: () => ({
    title: 'Testi legali · TopTrader',
    description: 'Termini, rischi, privacy, cookie, rimborsi e accessibilità di TopTrader, ognuno con la sua versione.',
    canonical: '/?view=legal',
  }),
}

/** Every legal text in one place, one section each. It is the same for all visitors, and complete without scripts. */
export function LegalView() {
  return (
    <main className="page page-body pt-8 max-[820px]:pt-7" id="contenuto">
      <h1 tabIndex={-1}>Testi legali</h1>
      <p className="lead mt-2 max-w-[560px]">
        TopTrader ha scopo solo informativo: non dà consulenza finanziaria. Qui trovi ogni regola, con la sua data.
      </p>
      {Object.values(legalPages).map(({ name, title, lead, version }) => (
        <section
          className="mt-7 max-w-[720px] border-t border-line-2 pt-4"
          id={name}
          key={name}
          aria-labelledby={`${name}-titolo`}
        >
          <h2 id={`${name}-titolo`}>{title}</h2>
          <p className="mt-2 text-ink-2">{lead}</p>
          <p className="mt-1 text-ui text-ink-3">Versione del {format.day(version)}</p>
          <ButtonLink className="mt-3" size="sm" href={`/${name}/index.html`}>
            Leggi<span className="sr-only">: {title}</span>
          </ButtonLink>
        </section>
      ))}
    </main>
  )
}
