import { parseArgs } from 'node:util'
import { connectDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { createLog } from '#server/log/log.ts'
import { processEnvironment, readConfig } from '#server/settings/config.ts'
import { createSecrets } from '#server/settings/crypto.ts'
import { StartupError } from '#server/settings/startup-error.ts'
import { counted, decimal } from '#shared/format/format.ts'
import { openDatabase } from './database.ts'
import { seedTraders } from './seed/seed.ts'

const usage = `Uso: npm run seed -- --traders N [opzioni]

Mette trader inventati nella base dati di DATABASE_URL, o in quella incorporata di DATA_DIR: ognuno con conto, operazioni,
righe giornaliere, piano, token e rete propri. Serve a provare il sito alla misura vera; non è per una base dati con persone vere.

  --traders N   quanti (da 1 a 2.000.000)
  --days N      righe giornaliere di ogni conto, da 2 a 90 (90)
  --seed N      un altro numero dà altri trader (1)
  --add         li aggiunge a quelli che ci sono già

Codici di uscita: 0 fatto, 1 non riuscito, 2 argomenti non validi.`

const most = { traders: 2_000_000, days: 90, seed: 4_294_967_295 }
const password = 'Inventato-2026'

interface Arguments {
  traders: number
  days: number
  seed: number
  add: boolean
}

/** @throws StartupError for an argument that makes no sense */
function readArguments(): Arguments {
  const { values } = parseArgs({
    options: {
      traders: { type: 'string' },
      days: { type: 'string', default: '90' },
      seed: { type: 'string', default: '1' },
      add: { type: 'boolean', default: false },
    },
  })
  if (values.traders === undefined) throw new StartupError(`Manca --traders.\n\n${usage}`)
  const { add } = values
  return {
    traders: wholeNumber('traders', values.traders, 1),
    days: wholeNumber('days', values.days, 2),
    seed: wholeNumber('seed', values.seed, 0),
    add,
  }
}

function wholeNumber(name: keyof typeof most, text: string, least: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most[name]) return value
  throw new StartupError(`--${name} vuole un numero intero da ${least} a ${decimal(most[name], 0)}.`)
}

async function seed({ add, ...amounts }: Arguments): Promise<void> {
  const config = readConfig(processEnvironment())
  const secrets = createSecrets(config)
  const { address, close } = await openDatabase(config, createLog('error'))
  const database = connectDatabase(address, { max: 2, patient: true })
  const { sql } = database
  try {
    await migrate(address)
    const [present] = await sql<{ traders: number }[]>`select count(*)::int as traders from trader where not is_admin`
    const after = present?.traders ?? 0
    if (!add && after > 0) {
      throw new StartupError('La base dati contiene già dei trader: --add ne aggiunge altri accanto a quelli.')
    }
    const began = performance.now()
    const seconds = () => decimal((performance.now() - began) / 1000, 1)
    let reported = began
    await seedTraders({ sql, secrets }, { ...amounts, after, now: Date.now(), password }, (stored) => {
      if (performance.now() - reported < 2_000) return
      reported = performance.now()
      console.log(`${decimal(stored, 0)} di ${decimal(amounts.traders, 0)} dopo ${seconds()} s`)
    })
    console.log(`${counted(amounts.traders, 'trader inventato', 'trader inventati')} in ${seconds()} s.`)
    const [first] = await sql<{ email: string }[]>`
      select email from trader where email like '%@seed.toptrader.example' order by trader_id limit 1`
    console.log(`Accesso come trader, per esempio: ${first?.email}\nPassword di tutti: ${password}`)
  } finally {
    await database.close()
    await close()
  }
}

async function main(): Promise<number> {
  let args: Arguments
  try {
    args = readArguments()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 2
  }
  try {
    await seed(args)
    return 0
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error)
    return 1
  }
}

process.exitCode = await main()
