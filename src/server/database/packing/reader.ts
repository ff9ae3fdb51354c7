import { digitsName, firstMillisecond, firstSecond, mostPlaces, otherName, powers, shortest, tags } from './format.ts'

export class Reader {
  readonly #bytes: Buffer
  readonly #names: readonly string[]
  /** Where the values that move stand; null in that part itself. */
  readonly #moved: Reader | null
  #at = 0
  #second = 0
  #millisecond = 0

  constructor(bytes: Uint8Array, names: readonly string[], moved: Reader | null = null) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#names = names
    this.#moved = moved
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  /** The place of the next byte. */
  get at(): number {
    return this.#at
  }

  byte(): number {
    return this.#bytes[this.#at++] ?? this.#cutOff()
  }

  #cutOff(): never {
    throw new Error('a packed value is cut off')
  }

  /** @throws Error where bytes are left */
  end(): void {
    if (!this.isAtEnd) throw new Error('a packed value ends before its bytes')
  }

  /** Passes the zeros that earlier programs added at the end. @throws Error at any other byte */
  fill(): void {
    while (this.#bytes[this.#at] === 0) this.#at += 1
    this.end()
  }

  value(): unknown {
    const tag = this.byte()
    if (tag < shortest.array) return tag
    if (tag < shortest.object) return this.#array(tag - shortest.array)
    if (tag < shortest.text) return this.#object(tag - shortest.object)
    if (tag < tags.null) return this.#text(tag - shortest.text, 'utf8')
    if (tag >= tags.whole && tag <= tags.whole + mostPlaces) return this.#scaled(tag - tags.whole)
    if (tag === tags.null) return null
    if (tag === tags.false) return false
    if (tag === tags.true) return true
    if (tag === tags.double) return this.#double()
    if (tag === tags.array) return this.#array(this.varint())
    if (tag === tags.object) return this.#object(this.varint())
    if (tag === tags.text) return this.#text(this.varint(), 'utf8')
    if (tag === tags.digits) return String(this.varint())
    if (tag === tags.hex) return this.#text(this.varint(), 'hex')
    if (tag === tags.seconds) return (this.#second += this.#difference())
    if (tag === tags.milliseconds) return (this.#millisecond += this.#difference())
    if (tag === tags.moved && this.#moved !== null) return this.#moved.value()
    throw new Error(`a packed value has the unknown mark ${tag}`)
  }

  #scaled(places: number): number {
    const value = this.#difference() / (powers[places] ?? 1)
    if (places === 0) this.#remember(value)
    return value
  }

  #difference(): number {
    const signed = this.varint()
    const magnitude = Math.floor(signed / 2)
    return signed % 2 === 0 ? magnitude : -magnitude
  }

  #double(): number {
    if (this.#at + 8 > this.#bytes.length) this.#cutOff()
    const value = this.#bytes.readDoubleBE(this.#at)
    this.#at += 8
    if (Number.isInteger(value)) this.#remember(value)
    return value
  }

  /** As the writer does. */
  #remember(value: number): void {
    if (value >= firstMillisecond) this.#millisecond = value
    else if (value >= firstSecond) this.#second = value
  }

  /** The next bytes. @throws Error where there are fewer */
  part(length: number): Uint8Array {
    const start = this.#at
    this.#at += length
    if (this.#at > this.#bytes.length) this.#cutOff()
    return this.#bytes.subarray(start, this.#at)
  }

  /** The bytes that are left. */
  rest(): Uint8Array {
    return this.part(this.#bytes.length - this.#at)
  }

  #array(length: number): unknown[] {
    const values: unknown[] = []
    for (let index = 0; index < length; index += 1) values.push(this.value())
    return values
  }

  #object(length: number): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    for (let index = 0; index < length; index += 1) {
      const name = this.#name()
      const value = this.value()
      // An assignment would set the object's prototype.
      if (name === '__proto__')
        Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
      else object[name] = value
    }
    return object
  }

  #name(): string {
    const place = this.byte()
    if (place === digitsName) return String(this.varint())
    if (place === otherName) return this.#text(this.varint(), 'utf8')
    const name = this.#names[place]
    if (name === undefined) throw new Error(`a packed value has the unknown name ${place}`)
    return name
  }

  #text(length: number, encoding: 'utf8' | 'hex'): string {
    const start = this.#at
    this.#at += length
    if (this.#at > this.#bytes.length) this.#cutOff()
    return this.#bytes.toString(encoding, start, this.#at)
  }

  varint(): number {
    let value = 0
    let unit = 1
    for (;;) {
      const byte = this.byte()
      value += (byte % 0x80) * unit
      if (byte < 0x80) return value
      unit *= 0x80
      if (unit > 2 ** 53) throw new Error('a packed value has an impossible number')
    }
  }
}
