/** From 70 % excellent, from 50 % good, below to be improved. */
function winRateWord(percent: number): 'Eccellente' | 'Buono' | 'Da migliorare' {
  if (percent >= 70) return 'Eccellente'
  return percent >= 50 ? 'Buono' : 'Da migliorare'
}

const looks = { Eccellente: 'is-good', Buono: '', 'Da migliorare': 'is-low' }

/** A 4 px bar with ticks at 50 % and 70 %: the band reads from its position, not from its colour alone. */
export function WinRateBar({ percent }: { percent: number }) {
  const full = Math.min(100, Math.max(0, percent))
  return (
    <svg className={`win-bar ${looks[winRateWord(percent)]}`} aria-hidden="true">
      <rect className="track" x="0" y="2" width="100%" height="4" />
      <rect className="fill" x="0" y="2" width={`${full}%`} height="4" />
      <rect className="tick" x="50%" y="0" width="1" height="8" />
      <rect className="tick" x="70%" y="0" width="1" height="8" />
    </svg>
  )
}
