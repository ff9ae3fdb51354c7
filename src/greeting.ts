import { counted, decimal } from '#shared/format/format.ts'
import { addressToOpen } from './run.ts'
import type { Server } from './serve.ts'

/** A load that takes longer than this shows how far it is. Milliseconds. */
const progressMs = 2_000

/** Waits until the server is ready. @returns what a terminal shows; nothing in production */
export async function greet({ url, kernel, loading }: Server): Promise<string> {
  const { APP_ENV, APP_URL, DATA_DIR, DATABASE_URL } = kernel.config
  const isProduction = APP_ENV === 'production'
  const reports = setInterval(() => {
    const progress = loading.progress()
    if (isProduction) kernel.log.info({ ...progress }, 'not ready yet')
    else process.stdout.write(`${loadingText(progress)}\n`)
  }, progressMs)
  await loading.ready.finally(() => clearInterval(reports))
  if (isProduction) return ''
  // The server serves already: a database that is slow or away here ends no start.
  const admins = await kernel.sql`select from trader where is_admin limit 1`.catch(() => null)
  const lines = ['', `TopTrader è pronto: ${addressToOpen(url, APP_URL)}`]
  lines.push(DATABASE_URL === undefined ? `I dati sono in ${DATA_DIR}` : 'I dati sono nel PostgreSQL di DATABASE_URL')
  if (admins?.length === 0) {
    lines.push('Non c’è ancora un amministratore. Per crearlo: ADMIN_EMAIL=tu@esempio.it ADMIN_PASSWORD=… npm start')
  }
  lines.push('Per fermarlo: Ctrl-C', '', '')
  return lines.join('\n')
}

function loadingText(progress: ReturnType<Server['loading']['progress']>): string {
  if (progress === null) return 'La classifica non è ancora pronta: il log dice perché.'
  if (progress.step === 'stored') return 'Leggo la classifica salvata.'
  if (progress.step === 'list') return 'Leggo l’elenco dei trader.'
  if (progress.step === 'showcases') return 'Carico le vetrine.'
  return `Carico la classifica: ${decimal(progress.read, 0)} di ${counted(progress.of, 'trader', 'trader')}.`
}
