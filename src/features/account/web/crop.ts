/** A square of a picture, in whole pixels of the picture. */
export interface Square {
  x: number
  y: number
  side: number
}

export interface Size {
  width: number
  height: number
}

/** Smaller cuts would be blurred where the picture is shown large. */
const LEAST_SIDE = 64

/** The smallest side that a cut of this picture may have: pictures smaller than that are cut whole. */
export function leastSide({ width, height }: Size): number {
  return Math.min(LEAST_SIDE, width, height)
}

export function greatestSide({ width, height }: Size): number {
  return Math.min(width, height)
}

/** The largest square, in the middle. */
export function middle(size: Size): Square {
  const side = greatestSide(size)
  return { x: Math.floor((size.width - side) / 2), y: Math.floor((size.height - side) / 2), side }
}

/** The nearest square that lies in the picture, in whole pixels; what is no number counts as 0. */
export function fitted({ x, y, side }: Square, size: Size): Square {
  const fit = within(side, leastSide(size), greatestSide(size))
  return { x: within(x, 0, size.width - fit), y: within(y, 0, size.height - fit), side: fit }
}

function within(value: number, least: number, greatest: number): number {
  return Math.min(greatest, Math.max(least, Number.isFinite(value) ? Math.round(value) : 0))
}

/** @param factor above 1 takes less of the picture, around the same centre */
export function zoomed(square: Square, size: Size, factor: number): Square {
  const side = within(square.side / factor, leastSide(size), greatestSide(size))
  const shift = (square.side - side) / 2
  return fitted({ x: square.x + shift, y: square.y + shift, side }, size)
}

/** The same square in percent of the picture, as the crop component takes it. */
export function percentOf({ x, y, side }: Square, { width, height }: Size) {
  return {
    unit: '%' as const,
    x: (x / width) * 100,
    y: (y / height) * 100,
    width: (side / width) * 100,
    height: (side / height) * 100,
  }
}

export function squareOf(percent: { x: number; y: number; width: number }, size: Size): Square {
  const square = {
    x: (percent.x / 100) * size.width,
    y: (percent.y / 100) * size.height,
    side: (percent.width / 100) * size.width,
  }
  return fitted(square, size)
}
