import { deflateSync } from 'node:zlib'

/** Hostile documents, written object by object. */

const page = [
  '<< /Type /Catalog /Pages 2 0 R CATALOG >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] PAGE >>',
]

interface Written {
  /** Entries of the catalog besides its own. */
  catalog?: string
  page?: string
  /** Further objects, from number 4 on. */
  more?: readonly string[]
  trailer?: string
}

function objectsOf({ catalog = '', page: ofPage = '', more = [] }: Written): string[] {
  return [...page, ...more].map((text) => text.replace('CATALOG', catalog).replace('PAGE', ofPage))
}

/** The document with each object as plain text. */
export function plainly(written: Written): Buffer {
  let text = '%PDF-1.7\n%\u00E2\u00E3\u00CF\u00D3\n'
  const places: number[] = []
  const objects = objectsOf(written)
  for (const [index, object] of objects.entries()) {
    places.push(text.length)
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const start = text.length
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${written.trailer ?? ''} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** The document with all objects packed into one stream, except for streams. */
export function packed(written: Written): Buffer {
  const objects = objectsOf(written)
  const inside = objects
    .map((text, index) => ({ text, number: index + 1 }))
    .filter(({ text }) => !text.includes('stream'))
  let offset = 0
  const heads: string[] = []
  for (const { text, number } of inside) {
    heads.push(`${number} ${offset}`)
    offset += text.length + 1
  }
  const head = `${heads.join(' ')}\n`
  const body = deflateSync(Buffer.from(head + inside.map(({ text }) => text).join('\n'), 'latin1'))
  const stream = objects.length + 1
  const parts = [Buffer.from('%PDF-1.7\n%\u00E2\u00E3\u00CF\u00D3\n', 'latin1')]
  for (const [index, text] of objects.entries()) {
    if (text.includes('stream')) parts.push(Buffer.from(`${index + 1} 0 obj\n${text}\nendobj\n`, 'latin1'))
  }
  parts.push(
    Buffer.from(
      `${stream} 0 obj\n<< /Type /ObjStm /N ${inside.length} /First ${head.length} /Filter /FlateDecode /Length ${body.length} >>\nstream\n`,
    ),
    body,
    Buffer.from(
      `\nendstream\nendobj\ntrailer\n<< /Size ${stream + 1} /Root 1 0 R ${written.trailer ?? ''} >>\nstartxref\n0\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** The document with every letter of its names escaped as a number. */
export function escaped(written: Written): Buffer {
  const hex = (name: string) => [...Buffer.from(name)].map((byte) => `#${byte.toString(16).padStart(2, '0')}`).join('')
  // Strings stay as they are.
  const hide = (text: string) =>
    text.replaceAll(/\((?:\\.|[^()\\])*\)|\/(\w+)/g, (all, name?: string) =>
      name === undefined ? all : `/${hex(name)}`,
    )
  return plainly({
    ...(written.catalog !== undefined && { catalog: hide(written.catalog) }),
    ...(written.page !== undefined && { page: hide(written.page) }),
    ...(written.more && { more: written.more.map(hide) }),
  })
}
