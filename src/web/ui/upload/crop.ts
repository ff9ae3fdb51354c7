/** A rectangle of a picture, in whole pixels of the picture. Its height follows from its width and the requested shape. */
export interface Cut {
  x: number
  y: number
  width: number
  height: number
}

export interface Size {
  width: number
  height: number
}

/** Smaller cuts would be blurred where the picture is shown large. */
const LEAST_SIDE = 64

/**
 * The smallest width of a cut of this picture. Smaller pictures are cut as large as they allow.
 * @param aspect width by height
 */
export function leastWidth(size: Size, aspect: number): number {
  return Math.min(Math.ceil(LEAST_SIDE * Math.max(1, aspect)), greatestWidth(size, aspect))
}

export function greatestWidth({ width, height }: Size, aspect: number): number {
  return Math.max(1, Math.min(width, Math.floor(height * aspect)))
}

/** The largest cut, in the middle. */
export function middle(size: Size, aspect: number): Cut {
  const width = greatestWidth(size, aspect)
  const height = heightOf(width, size, aspect)
  return { x: Math.floor((size.width - width) / 2), y: Math.floor((size.height - height) / 2), width, height }
}

/** The nearest cut that lies in the picture, in whole pixels; a value that is no number counts as 0. */
export function fitted({ x, y, width }: Omit<Cut, 'height'>, size: Size, aspect: number): Cut {
  const fit = within(width, leastWidth(size, aspect), greatestWidth(size, aspect))
  const height = heightOf(fit, size, aspect)
  return { x: within(x, 0, size.width - fit), y: within(y, 0, size.height - height), width: fit, height }
}

const heightOf = (width: number, size: Size, aspect: number) => within(width / aspect, 1, size.height)

function within(value: number, least: number, greatest: number): number {
  return Math.min(greatest, Math.max(least, Number.isFinite(value) ? Math.round(value) : 0))
}

/** @param factor above 1 takes less of the picture, around the same centre */
export function zoomed(cut: Cut, size: Size, aspect: number, factor: number): Cut {
  const width = within(cut.width / factor, leastWidth(size, aspect), greatestWidth(size, aspect))
  const height = heightOf(width, size, aspect)
  return fitted({ x: cut.x + (cut.width - width) / 2, y: cut.y + (cut.height - height) / 2, width }, size, aspect)
}

/** The same cut in percent of the picture, for the crop component. */
export function percentOf({ x, y, width, height }: Cut, size: Size) {
  return {
    unit: '%' as const,
    x: (x / size.width) * 100,
    y: (y / size.height) * 100,
    width: (width / size.width) * 100,
    height: (height / size.height) * 100,
  }
}

export function cutOf(percent: { x: number; y: number; width: number }, size: Size, aspect: number): Cut {
  const cut = {
    x: (percent.x / 100) * size.width,
    y: (percent.y / 100) * size.height,
    width: (percent.width / 100) * size.width,
  }
  return fitted(cut, size, aspect)
}
