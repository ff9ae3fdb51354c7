const rows = Array.from({ length: 10 }, (_, index) => index)

/** Ten rows with the board's geometry, and the text that says why they are empty. */
export function BoardSkeleton() {
  return (
    <div>
      <output className="text-ui text-ink-2">Caricamento classifica...</output>
      <div className="board mt-3" aria-hidden="true">
        {rows.map((row) => (
          <div className={row < 3 ? 'board-wait is-podium' : 'board-wait'} key={row}>
            <span className="skeleton size-8" />
            <span>
              <span className="skeleton h-4 w-40 max-w-full" />
              <span className="skeleton mt-2 h-3 w-56 max-w-full" />
            </span>
            <span className="skeleton h-6 w-24 justify-self-end" />
          </div>
        ))}
      </div>
    </div>
  )
}
