import { parseArgs } from 'node:util'
import { addressToOpen, runServer } from './run.ts'
import { startServer, type Server } from './serve.ts'

const { values } = parseArgs({ options: { dev: { type: 'boolean', default: false } } })
runServer((restart) => startServer({ dev: values.dev, restart }), greet)

async function greet({ url, kernel }: Server): Promise<string> {
  const { APP_ENV, APP_URL, DATA_DIR, DATABASE_URL } = kernel.config
  if (APP_ENV === 'production') return ''
  const admins = await kernel.sql`select from trader where is_admin limit 1`
  const lines = ['', `TopTrader è pronto: ${addressToOpen(url, APP_URL)}`]
  lines.push(DATABASE_URL === undefined ? `I dati sono in ${DATA_DIR}` : 'I dati sono nel PostgreSQL di DATABASE_URL')
  if (admins.length === 0) {
    lines.push('Non c’è ancora un amministratore. Per crearlo: ADMIN_EMAIL=tu@esempio.it ADMIN_PASSWORD=… npm start')
  }
  lines.push('Per fermarlo: Ctrl-C', '', '')
  return lines.join('\n')
}
