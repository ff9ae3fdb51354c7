import fc from 'fast-check'

/** Any Unicode character. Like fast-check's unit `binary`, which takes a second of every test file to prepare. */
export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point))
