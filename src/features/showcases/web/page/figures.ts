/** Drawdown is a fall: shown with its minus, whichever sign the answer gives it. */
export function fall(percent: number | null): number | null {
  return percent === null ? null : -Math.abs(percent)
}
