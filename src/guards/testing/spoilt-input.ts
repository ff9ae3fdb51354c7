import { form } from '#server/testing/sent-files.ts'

/** Values that no parameter takes, or that it takes otherwise than it seems. */
export const spoilt = [
  '',
  ' ',
  'x',
  '-1',
  '0',
  '1.5',
  '1e9',
  '99999999999999999999',
  'è\u0000',
  '\u202E',
  'a'.repeat(3_000),
  '[]',
]

/** Every query of a call that is not its good one. */
export function queriesOf(good: Record<string, string>): string[] {
  const text = (changed: Record<string, string>) => new URLSearchParams({ ...good, ...changed }).toString()
  return Object.entries(good).flatMap(([name, value]) => [
    ...spoilt.map((one) => text({ [name]: one })),
    `${text({})}&${name}=${encodeURIComponent(value)}`,
    `${text({})}&${name}[]=${encodeURIComponent(value)}`,
    `${name}=%E0%A4%A`,
    `${text({})}&sconosciuto=1`,
  ])
}

/** Every body of a call that is not its good one, as text. */
export function bodiesOf(good: Record<string, unknown>): string[] {
  const values = [null, true, [], {}, -1, 1.5, 1e15, ...spoilt]
  return [
    '',
    '{',
    'null',
    '[]',
    '7',
    '"testo"',
    '{}',
    '{"sconosciuto":1}',
    JSON.stringify([good, good]),
    ...Object.entries(good).flatMap(([name, value]) => {
      const { [name]: _left, ...rest } = good
      const twice = `${JSON.stringify(good).slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`
      return [
        JSON.stringify(rest),
        twice,
        ...[...values, [value, value]].map((one) => JSON.stringify({ ...good, [name]: one })),
      ]
    }),
  ]
}

/** Every form of a file that is not its good one. */
export function formsOf(good: Buffer): ReturnType<typeof form>[] {
  const { headers, payload } = form(good)
  const half = good.subarray(0, good.length / 2)
  return [
    ...['', 'sconosciuto', '__proto__'].map((field) => form(good, { field })),
    ...['', '../x', '\u202E', 'a'.repeat(3_000)].map((name) => form(good, { name })),
    ...[...spoilt.map((one) => Buffer.from(one)), half, Buffer.concat([half, good])].map((bytes) => form(bytes)),
    ...[Buffer.alloc(0), payload.subarray(0, -20), Buffer.concat([payload, payload])].map((sent) => ({
      headers,
      payload: sent,
    })),
    ...['multipart/form-data', 'application/json', 'text/plain'].map((type) => ({
      headers: { 'content-type': type },
      payload,
    })),
  ]
}
