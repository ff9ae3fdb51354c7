import { Readable } from 'node:stream'
import { Zip, ZipDeflate } from 'fflate'
import { recordAudit, type Actor } from '#server/audit.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import { dateTime } from '#shared/format/format.ts'
import { csvLine, DayText, DecimalText, InstantText } from '#server/files/csv-file.ts'
import { contentTypes } from '#server/http/content.ts'
import { countUse, perHour } from '#server/limits.ts'
import { leftOut } from './left-out.ts'
import type { Exported, Row } from './table.ts'
import { exportTables } from './tables.ts'
import { acquireExportLease } from './lease.ts'
import { exportedTrader } from '../queries.ts'

export interface ExportFile {
  name: string
  type: string
  stream: Readable
}

type Format = 'json' | 'csv'

const exportLimit = perHour('export', 10, 'Hai esportato i tuoi dati molte volte nell’ultima ora.')

/**
 * Makes a file of all stored data of a trader (`docs/architecture.md`, export). It is read and written a page at a time: a long
 * history costs neither memory nor other requests.
 * @throws Failure EXPORT_RUNNING, TOO_MANY_REQUESTS, UNAUTHENTICATED
 */
export async function exportOf(kernel: Kernel, by: Actor, format: Format): Promise<ExportFile> {
  const { sql, clock } = kernel
  const traderId = by.trader_id
  const who = (await exportedTrader(sql, traderId)) ?? fail('UNAUTHENTICATED')
  const endLease = await acquireExportLease(kernel, traderId)
  try {
    await countUse(kernel, exportLimit, { account: traderId })
    const at = instantText(Math.floor(clock.now()))
    await sql.begin((tx) =>
      recordAudit(tx, by, { action: 'account.export', subject: traderId, details: { format }, at }),
    )
    const parts = format === 'json' ? jsonParts(kernel, who, at) : zipParts(kernel, who, at)
    const stream = Readable.from(holding(parts, endLease), { objectMode: false, highWaterMark: 64 * 1024 })
    // The lease ends even if the client reads nothing.
    stream.once('close', () => void endLease())
    const day = at.slice(0, 10)
    return format === 'json'
      ? { name: `toptrader-dati-${day}.json`, type: contentTypes.json, stream }
      : { name: `toptrader-dati-${day}.zip`, type: 'application/zip', stream }
  } catch (error) {
    await endLease()
    throw error
  }
}

/** Ends the lease with the file: the trader may request the next one. */
async function* holding(parts: AsyncIterable<Buffer>, endLease: () => Promise<void>): AsyncGenerator<Buffer> {
  try {
    yield* parts
  } finally {
    await endLease()
  }
}

async function* jsonParts({ sql }: Kernel, who: Exported, at: string): AsyncGenerator<Buffer> {
  const head = { exported_at: at, trader_id: who.trader_id, left_out: leftOut }
  yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"data":{`)
  for (const [index, { table, pages }] of exportTables.entries()) {
    yield Buffer.from(`${index === 0 ? '' : ','}\n${JSON.stringify(table)}:[`)
    let isFirst = true
    for await (const rows of pages(sql, who)) {
      if (rows.length === 0) continue
      yield Buffer.from(`${isFirst ? '' : ','}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`)
      isFirst = false
    }
    yield Buffer.from(']')
  }
  // The end: a file without it is no JSON.
  yield Buffer.from('\n}}\n')
}

async function* zipParts({ sql }: Kernel, who: Exported, at: string): AsyncGenerator<Buffer> {
  const ready: Buffer[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(Buffer.from(chunk))
  })
  const opened = (name: string) => {
    const file = new ZipDeflate(name, { level: 4 })
    zip.add(file)
    return file
  }
  const guide = opened('leggimi.txt')
  guide.push(Buffer.from(guideText(at)), true)
  yield* ready.splice(0)
  for (const { file: name, pages, decimals = [] } of exportTables) {
    const file = opened(`${name}.csv`)
    let columns: string[] | null = null
    for await (const rows of pages(sql, who)) {
      const [first] = rows
      if (first === undefined) continue
      // Spreadsheets read a file without this mark in another encoding.
      const head = columns === null ? `\uFEFF${csvLine(Object.keys(first))}` : ''
      columns ??= Object.keys(first)
      file.push(Buffer.from(head + linesOf(rows, columns, decimals)))
      yield* ready.splice(0)
    }
    file.push(new Uint8Array(0), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}

function linesOf(rows: readonly Row[], columns: readonly string[], decimals: readonly string[]): string {
  const cell = (row: Row, column: string) => {
    const value = row[column]
    return typeof value === 'string' ? written(value, decimals.includes(column)) : value
  }
  return rows.map((row) => csvLine(columns.map((column) => cell(row, column)))).join('')
}

/** The driver gives instants and days as texts. */
function written(text: string, isDecimal: boolean): unknown {
  if (isDecimal && /^\d+(?:\.\d+)?$/.test(text)) return new DecimalText(text)
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return new InstantText(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) ? new DayText(text) : text
}

function guideText(at: string): string {
  const lines = Object.values(leftOut)
  return [
    `I tuoi dati su TopTrader, esportati il ${dateTime(at)} (ora italiana).`,
    '',
    'Un file CSV per tabella, in UTF-8, con il punto e virgola; un file vuoto dice che di quella tabella non c’è niente.',
    'Se il foglio di calcolo mette tutto in una colonna, importa il file scegliendo il punto e virgola come separatore.',
    'I decimali hanno la virgola. Le date con l’ora sono nell’ora italiana, i giorni senza ora sono giorni UTC.',
    'Quello che sta tra parentesi graffe o quadre resta scritto come in JSON, con il punto e le date in UTC.',
    'Per un programma scarica l’esportazione in JSON: ha gli stessi dati, tutti scritti così.',
    'Un apostrofo davanti a =, +, - o @ impedisce ai fogli di calcolo di prenderlo per una formula.',
    'Password, token, codici e impronte non escono mai.',
    '',
    'Che cosa non c’è:',
    ...new Set(lines.map((line) => `- ${line}`)),
    '',
  ].join('\r\n')
}
