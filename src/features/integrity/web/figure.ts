/**
 * A figure as people type it, in Italian or with a decimal point: `48.230,55`, `48230.55`, `48 230,55`, `−2,1`. A point before
 * exactly three digits groups thousands, as it does everywhere on this site. Null where it is no figure.
 */
export function readFigure(text: string): number | null {
  const plain = text.replaceAll(/[\s\u00a0%€$]/g, '').replace(/^\u2212/, '-')
  const grouped = /^[+-]?\d{1,3}(\.\d{3})+(,\d+)?$/.test(plain)
  const written = grouped ? plain.replaceAll('.', '').replace(',', '.') : plain.replace(',', '.')
  return /^[+-]?\d{1,12}(\.\d{1,8})?$/.test(written) ? Number(written) : null
}
