import { isFiltered, withoutFilters, type ShowcaseSelection } from '#features/showcases/page.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Shown where no showcase matches the filters, or where there is no public showcase yet. */
export function NoShowcases({ selection }: { selection: ShowcaseSelection }) {
  return (
    <div className="panel">
      {isFiltered(selection) ? (
        <EmptyState
          title="Nessuna vetrina con questi filtri"
          text="Prova un altro stile di trading, un altro livello o un altro nome."
          action={<ButtonLink href={withoutFilters(selection)}>Azzera i filtri</ButtonLink>}
        />
      ) : (
        <EmptyState
          title="Ancora nessuna vetrina"
          text="Le vetrine dei trader Diamond compaiono qui dopo l’approvazione."
          action={<ButtonLink href="/?view=diamond-info">Scopri Diamond</ButtonLink>}
        />
      )}
    </div>
  )
}

/** Skeletons of cards, in the cells of the grid. */
export function CardSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <span key={index} className="skeleton card-wait" aria-hidden="true" />
  ))
}
