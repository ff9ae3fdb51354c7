import {
  asDigits,
  asHex,
  digitsName,
  firstMillisecond,
  firstSecond,
  mostPlaces,
  nearby,
  otherName,
  powers,
  shortLimit,
  shortest,
  tags,
} from './format.ts'

/** The names of a packing: their places, and those whose values are written apart. */
interface Names {
  places: ReadonlyMap<string, number>
  moving: ReadonlySet<string>
}

/** Most texts are words: their first letter says so. */
const isDigit = (code: number) => code >= 48 && code <= 57
const isHexLetter = (code: number) => code >= 97 && code <= 102

/** Used for one value after the other: packing is synchronous. */
export class Writer {
  readonly #names: Names
  /** Takes the values that move; null in that one itself. */
  readonly #moved: Writer | null
  #buffer = Buffer.allocUnsafeSlow(1_024)
  #end = 0
  #second = 0
  #millisecond = 0

  constructor(names: Names, moved: Writer | null) {
    this.#names = names
    this.#moved = moved
  }

  begin(): void {
    this.#end = 0
    this.#second = 0
    this.#millisecond = 0
  }

  /** Valid until the next value. */
  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#end)
  }

  byte(byte: number): void {
    this.#reserve(1)
    this.#buffer[this.#end++] = byte
  }

  value(value: unknown): void {
    if (typeof value === 'number') this.#number(value)
    else if (typeof value === 'string') this.#text(value)
    else if (typeof value === 'boolean') this.byte(value ? tags.true : tags.false)
    else if (Array.isArray(value)) this.#array(value)
    else if (typeof value === 'object' && value !== null) this.#object(value)
    else this.byte(tags.null)
  }

  #number(value: number): void {
    if (Number.isInteger(value) && value >= 0 && value < shortest.array) return this.byte(value)
    if (!Number.isFinite(value)) return this.byte(tags.null)
    if (value >= firstSecond && Number.isInteger(value) && this.#time(value)) return
    const magnitude = Math.abs(value)
    for (let places = 0; places <= mostPlaces; places += 1) {
      const power = powers[places] ?? 1
      const scaled = Math.round(magnitude * power)
      if (scaled > 2 ** 44) break
      if (scaled / power !== magnitude) continue
      this.byte(tags.whole + places)
      return this.varint(scaled * 2 + (value < 0 ? 1 : 0))
    }
    this.byte(tags.double)
    this.#reserve(8)
    this.#end = this.#buffer.writeDoubleBE(value, this.#end)
  }

  /** False for the first time of its unit, and for one that is far from the last. */
  #time(value: number): boolean {
    const inSeconds = value < firstMillisecond
    const difference = value - (inSeconds ? this.#second : this.#millisecond)
    if (inSeconds) this.#second = value
    else this.#millisecond = value
    if (Math.abs(difference) >= nearby) return false
    this.byte(inSeconds ? tags.seconds : tags.milliseconds)
    this.varint(Math.abs(difference) * 2 + (difference < 0 ? 1 : 0))
    return true
  }

  #text(text: string): void {
    const first = text.charCodeAt(0)
    if (isDigit(first) && asDigits.test(text)) {
      this.byte(tags.digits)
      return this.varint(Number(text))
    }
    if ((isDigit(first) || isHexLetter(first)) && asHex.test(text)) {
      this.byte(tags.hex)
      this.varint(text.length / 2)
      this.#reserve(text.length / 2)
      this.#end += this.#buffer.write(text, this.#end, 'hex')
      return
    }
    const length = Buffer.byteLength(text)
    this.#head('text', length)
    this.#reserve(length)
    this.#end += this.#buffer.write(text, this.#end, 'utf8')
  }

  #array(values: readonly unknown[]): void {
    this.#head('array', values.length)
    for (const value of values) this.value(value)
  }

  #object(object: object): void {
    const values = object as Readonly<Record<string, unknown>>
    const names = Object.keys(values)
    let count = 0
    for (const name of names) if (values[name] !== undefined) count += 1
    this.#head('object', count)
    for (const name of names) {
      const value = values[name]
      if (value === undefined) continue
      this.#name(name)
      if (this.#moved !== null && this.#names.moving.has(name)) {
        this.byte(tags.moved)
        this.#moved.value(value)
      } else this.value(value)
    }
  }

  #name(name: string): void {
    const place = this.#names.places.get(name)
    if (place !== undefined) return this.byte(place)
    if (isDigit(name.charCodeAt(0)) && asDigits.test(name)) {
      this.byte(digitsName)
      return this.varint(Number(name))
    }
    this.byte(otherName)
    const length = Buffer.byteLength(name)
    this.varint(length)
    this.#reserve(length)
    this.#end += this.#buffer.write(name, this.#end, 'utf8')
  }

  #head(kind: keyof typeof shortest, length: number): void {
    if (length < shortLimit) return this.byte(shortest[kind] + length)
    this.byte(tags[kind])
    this.varint(length)
  }

  /** Seven bits a byte, the lowest first. @param value whole, from 0 to 2^53 */
  varint(value: number): void {
    this.#reserve(8)
    let rest = value
    while (rest >= 0x80) {
      this.#buffer[this.#end++] = (rest % 0x80) + 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.#buffer[this.#end++] = rest
  }

  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#buffer.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, this.#end + bytes))
    this.#buffer.copy(larger, 0, 0, this.#end)
    this.#buffer = larger
  }
}
