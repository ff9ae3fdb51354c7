/** The bytes of packed values, as writer and reader know them. */

/** The first byte. Values of the first format, of earlier programs, are one part. */
export const formats = {
  whole: 1,
  /** The length of the first part, what stays, what moves (`tags.moved`), of earlier programs. */
  movesLast: 2,
  /** The length of the first part, what moves, what stays. */
  movesFirst: 3,
  /** Several values: their number, the lengths of the two parts of each, what moves of each, zeros, what stays of each. */
  together: 4,
} as const

/**
 * The first byte of a value says what follows, or is the value:
 * 0–127 the number; 128–159 an array of that many values less 128; 160–191 an object of that many names less 160; 192–223 a text of that
 * many bytes less 192; from 224 on as named here.
 */
export const tags = {
  null: 224,
  false: 225,
  true: 226,
  /** Eight bytes. */
  double: 227,
  array: 228,
  object: 229,
  text: 230,
  /** A text that is a whole number below 2^53 in decimal digits, as tickets are. */
  digits: 231,
  /** A text of hexadecimal digits in small letters, two to a byte. */
  hex: 232,
  /** The difference from the last time before it, in seconds or in milliseconds; the sign is the lowest bit. */
  seconds: 233,
  milliseconds: 234,
  /** The next value of the part that moves. */
  moved: 235,
  /** Whole numbers, then numbers with 1 to 6 decimal places; the sign is the lowest bit. */
  whole: 240,
} as const

export const shortest = { array: 128, object: 160, text: 192 } as const
export const shortLimit = 32
export const mostPlaces = 6
export const powers = [1, 10, 100, 1e3, 1e4, 1e5, 1e6] as const
/** Marks of a name that is not in the list: as text, as digits. */
export const otherName = 255
export const digitsName = 254

/** Whole numbers that are taken for times, of which a state has many that lie close together. */
export const firstSecond = 2 ** 29
export const firstMillisecond = 2 ** 39
export const nearby = 2 ** 33

export const asDigits = /^(?:0|[1-9]\d{0,14})$/
export const asHex = /^(?:[\da-f]{2}){4,}$/
