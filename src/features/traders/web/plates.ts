/** The plates of a profile in the order in which they are read: their numbers follow from it. */
const order = [
  'growth',
  'months',
  'days',
  'score',
  'verification',
  'style',
  'periods',
  'risk',
  'trades',
  'symbols',
  'times',
  'entries',
] as const

type PlateName = (typeof order)[number]

/** `Tavola 4` */
export function plate(name: PlateName): string {
  return `Tavola ${order.indexOf(name) + 1}`
}
