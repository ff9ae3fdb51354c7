/** Three rules of falling length and weight: a ranking, in printer's rules. */
function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" fill="currentColor" aria-hidden="true">
      <path d="M1 2h24v7H1zM1 13h16v4H1zM1 21.5h9V23H1z" />
    </svg>
  )
}

export function Wordmark() {
  return (
    <a className="logo" href="/">
      <Mark size={26} />
      TopTrader
    </a>
  )
}

/** The same at the foot of the page, without a link. */
export function FootMark() {
  return (
    <span className="logo logo-sm">
      <Mark size={20} />
      TopTrader
    </span>
  )
}
