import { ChevronLeft, ChevronRight } from './icons.tsx'

/** Pages to name: first, last and the neighbours of the current one; null is a gap. */
export function pagesToShow(current: number, last: number): (number | null)[] {
  const near = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last)
  if (current <= 2) near.push(...[2, 3].filter((page) => page <= last))
  const pages = [...new Set(near)].toSorted((a, b) => a - b)
  return pages.flatMap((page, index) => {
    const before = pages[index - 1]
    return before === undefined || page - before === 1 ? [page] : page - before === 2 ? [page - 1, page] : [null, page]
  })
}

/** Numbered pages as links: they work without JavaScript. Nothing where there is one page. */
export function Pagination({ current, last, href }: { current: number; last: number; href: (page: number) => string }) {
  if (last <= 1) return null
  return (
    <nav className="pager" aria-label="Pagine">
      {current > 1 ? (
        <a href={href(current - 1)} rel="prev" aria-label="Pagina precedente">
          <ChevronLeft size={18} />
        </a>
      ) : (
        <span className="is-off" aria-hidden="true">
          <ChevronLeft size={18} />
        </span>
      )}
      {pagesToShow(current, last).map((page, index) =>
        page === null ? (
          // eslint-disable-next-line react/no-array-index-key
          <span key={`gap${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <a
            key={page}
            href={href(page)}
            aria-current={page === current ? 'page' : undefined}
            aria-label={`Pagina ${page}`}
            className={last <= 5 || [1, current, last].includes(page) ? undefined : 'is-near'}
          >
            {page}
          </a>
        ),
      )}
      {current < last ? (
        <a href={href(current + 1)} rel="next" aria-label="Pagina successiva">
          <ChevronRight size={18} />
        </a>
      ) : (
        <span className="is-off" aria-hidden="true">
          <ChevronRight size={18} />
        </span>
      )}
    </nav>
  )
}
