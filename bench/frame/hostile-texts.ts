import { dealOf, syncRequestOf } from '#features/ea/server/testing/world.ts'
import { syncBodyLimit } from '#features/ea/sync-contract.ts'
import { form, picture } from '#server/testing/sent-files.ts'
import type { Endpoint } from '#shared/endpoint.ts'

/** Bodies that look for the slowest path of a reader: JSON of every shape, and texts at which patterns go back. */

export const smallest = '{}'

const repeated = (text: string, size: number) => text.repeat(Math.max(0, Math.floor(size / text.length)))

const letters = { letters: 'a', blanks: ' ', addresses: 'a@a.', marks: 'e\u0301\u0323', zeros: '0', alphabets: 'aаα' }

/** Texts that begin well and end badly. */
const endings = ['', '\n', '!']

interface Hostile {
  body: Buffer | string
  type?: string
}

/** @param size bytes that no body exceeds */
export function hostileBodies(endpoint: Endpoint, size: number): Record<string, Hostile> {
  const fields = fieldsOf(endpoint.body)
  const shapes: Record<string, Hostile> = {
    'open brackets': { body: repeated('[', size) },
    nested: { body: repeated('[', size / 2) + repeated(']', size / 2) },
    'empty objects': { body: `[${repeated('{},', size - 4)}{}]` },
    'objects of one name': {
      body: `[${Array.from({ length: size / 14 }, (_, index) => `{"k${index}":0}`).join(',')}]`,
    },
    'five hundred names': { body: `{${Array.from({ length: 500 }, (_, index) => `"k${index}":0`).join(',')}}` },
    'many names': { body: `{${Array.from({ length: size / 12 }, (_, index) => `"k${index}":0`).join(',')}}` },
    'numbered names': { body: `{${Array.from({ length: size / 12 }, (_, index) => `"${index * 7}":0`).join(',')}}` },
    escapes: { body: `"${repeated('\\u0041', size - 2)}"` },
    prototypes: { body: `[${repeated('{"__proto__":1},', size - 4)}{}]` },
    'zeros before a letter': { body: `${repeated('\0', size - 1)}x` },
    'no text': { body: Buffer.alloc(size, 0xff) },
  }
  for (const [name, letter] of Object.entries(letters)) {
    for (const ending of endings) {
      const each = Math.floor((size - 64 * fields.length - 64) / Math.max(1, fields.length) / Buffer.byteLength(letter))
      const text = letter.repeat(Math.max(1, each)) + ending
      const body = Object.fromEntries(fields.map((field) => [field, text]))
      if (fields.length > 0) shapes[`fields of ${name}${JSON.stringify(ending)}`] = { body: JSON.stringify(body) }
    }
  }
  if (fields.length > 0) {
    const each = Math.floor((size - 64 * fields.length - 64) / fields.length / 3)
    const body = Object.fromEntries(
      fields.map((field) => [field, Array.from({ length: Math.max(0, each) }, () => ({}))]),
    )
    shapes['fields of objects'] = { body: JSON.stringify(body) }
  }
  if (endpoint.form === true) {
    const type = 'application/x-www-form-urlencoded'
    shapes['form of names'] = { type, body: repeated('a&', Math.min(size, 64 * 1024 - 16)) }
    shapes['form of escapes'] = { type, body: repeated('%41', Math.min(size, 64 * 1024 - 16)) }
  }
  return shapes
}

/** A harmless body of this size: a list of rows in a field that no call has. */
export function plainRows(size: number): string {
  const row = JSON.stringify(['700000014', 'EURUSD', 0.3, 1.0398, 270.5, -2.15])
  return `{"rows":[${repeated(`${row},`, size - 32 - row.length)}${row}]}`
}

const uploadSize = 2_000_000

/** A form that holds a valid picture. */
export async function pictureForm(): Promise<{ type: string; body: Buffer }> {
  const bytes = await picture(1_200, 900).jpeg().toBuffer()
  const { headers, payload } = form(Buffer.concat([bytes, Buffer.alloc(uploadSize - bytes.length)]))
  return { type: headers['content-type'], body: payload }
}

/** A form of the same size in as many parts as it can hold. */
export function formOfParts(): { type: string; body: Buffer } {
  const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'
  return { type: 'multipart/form-data; boundary=x', body: Buffer.from(`${repeated(part, uploadSize)}--x--\r\n`) }
}

const deal = (index: number) =>
  dealOf({
    ticket: String(1_000_000 + index),
    time: 1_736_420_400 + index,
    type: 'buy',
    symbol: 'EURUSD',
    volume: 0.3,
    price: 1.0398,
    profit: 270.5,
    swap: -2.15,
    comment: 'a comment of usual length',
  })

const withItems = (items: unknown[]) => {
  const request = syncRequestOf({ now: Date.now() })
  return JSON.stringify({ ...request, history: { ...request.history, items } })
}

/** As many whole records as a sync can hold. */
export function validSync(): string {
  const most = Math.floor((syncBodyLimit - 4096) / (JSON.stringify(deal(0)).length + 1))
  return withItems(Array.from({ length: most }, (_, index) => deal(index)))
}

/** Syncs that are refused after all of them was looked at, if anything is. */
export function wrongSyncs(): Record<string, string> {
  const list = <T>(length: number, item: (index: number) => T) => Array.from({ length }, (_, index) => item(index))
  const request = syncRequestOf({ now: Date.now() })
  const valid = validSync()
  return {
    'objects without fields': withItems(list(5_000, () => ({}))),
    'too many objects': withItems(list(170_000, () => ({}))),
    'no objects': withItems(list(5_000, () => 0)),
    'the last record is wrong': valid.replace(/"comment":"[^"]*"\}\]/, '"comment":7}]'),
    'every record has one error': valid.replaceAll('"entry":"in"', '"entry":"no"'),
    'all lists are wrong': JSON.stringify({
      ...request,
      snapshot: { ...request.snapshot, positions: list(500, () => ({})) },
      points: list(288, () => 0),
      orders: list(100, () => ({})),
      history: { ...request.history, items: list(5_000, () => ({})) },
    }),
    'open brackets': repeated('[', syncBodyLimit - 16),
    'many names': `{${list(syncBodyLimit / 12, (index) => `"k${index}":0`).join(',')}}`,
    'numbered names': `{${list(syncBodyLimit / 12, (index) => `"${index * 7}":0`).join(',')}}`,
    'zeros before a letter': `${repeated('\0', 20_000)}x`,
    'empty objects': `[${repeated('{},', syncBodyLimit - 16)}{}]`,
  }
}

/** The names of the fields of a declared body; of each of its forms where it has several. */
function fieldsOf(schema: unknown): string[] {
  const def = (schema as { _zod?: { def?: Record<string, unknown> } } | undefined)?._zod?.def
  if (def === undefined) return []
  const inner = ['innerType', 'in'].flatMap((part) => fieldsOf(def[part]))
  const options = Array.isArray(def['options']) ? def['options'].flatMap(fieldsOf) : []
  return [...new Set([...Object.keys((def['shape'] ?? {}) as object), ...inner, ...options])]
}
