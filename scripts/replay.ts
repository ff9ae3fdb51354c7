import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readAccountFile, type AccountFile } from '#features/ea/advisor/account-file.ts'
import { replayStatement, type ReplayEvent } from '#features/ea/advisor/replay.ts'
import { httpSender } from '#features/ea/advisor/transport.ts'

const usage = `Uso: npm run replay -- FILE.json --url URL --token TOKEN [opzioni]

Invia un conto (forma "metatrader-account/1") alla sincronizzazione pubblica, come farebbe un Expert Advisor.

  --url URL          indirizzo del sito, per esempio http://localhost:3000
  --token TOKEN      token dell'Expert Advisor (tt_ea_...)
  --shift-to-now     sposta tutti gli orari di settimane intere fino a oggi; le ultime operazioni (un decimo, al massimo 20)
                     arrivano in fino a cinque sincronizzazioni successive, così da essere osservate.
                     Un conto spostato si invia una volta sola: la seconda volta gli orari non sarebbero più gli stessi
  --shift-weeks N    come --shift-to-now, con il numero di settimane fissato
  --then FILE        prosegue con un estratto successivo dello stesso conto (si può ripetere)
  --interval S       secondi tra due sincronizzazioni con novità (20)

Codici di uscita: 0 fatto, 1 rifiutato dal server o server assente, 2 argomenti o file non validi.`

/** Failures in a row before giving up: about three minutes of growing waits. */
const patience = 4

interface Arguments {
  file: AccountFile
  later: AccountFile[]
  url: string
  token: string
  shift: boolean
  weeks?: number
  interval: number
}

function readArguments(): Arguments {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      token: { type: 'string' },
      'shift-to-now': { type: 'boolean', default: false },
      'shift-weeks': { type: 'string' },
      // oxlint-disable-next-line unicorn/no-thenable -- the option's name is --then; nothing awaits this object
      then: { type: 'string', multiple: true, default: [] },
      interval: { type: 'string', default: '20' },
    },
  })
  const [path, extra] = positionals
  if (path === undefined) throw new Error(`Manca il file del conto.\n\n${usage}`)
  if (extra !== undefined) throw new Error(`Un file solo: "${extra}" è di troppo (per proseguire usa --then).`)
  if (values.url === undefined || !URL.canParse(values.url)) throw new Error('Manca --url con l’indirizzo del sito.')
  if (values.token === undefined || values.token.trim() === '') throw new Error('Manca --token.')
  const weeks = values['shift-weeks']
  if (weeks !== undefined && !/^-?\d{1,5}$/.test(weeks)) throw new Error('--shift-weeks vuole un numero intero.')
  const interval = Number(values.interval)
  if (!(interval >= 0 && interval <= 3600)) throw new Error('--interval vuole secondi, da 0 a 3600.')
  return {
    file: readAccount(path),
    later: values.then.map(readAccount),
    url: values.url,
    token: values.token.trim(),
    shift: values['shift-to-now'] || weeks !== undefined,
    ...(weeks !== undefined && { weeks: Number(weeks) }),
    interval,
  }
}

function readAccount(path: string): AccountFile {
  let content: string
  try {
    content = readFileSync(path, 'utf8')
  } catch {
    throw new Error(`Non riesco a leggere ${path}.`)
  }
  try {
    return readAccountFile(content)
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

let requested = 0
let sent = 0

function report(event: ReplayEvent): void {
  if ('waiting' in event) {
    console.log(`  ${event.message} Nuovo tentativo tra ${Math.ceil(event.waiting)} s.`)
  } else if ('weeks' in event) {
    if (event.weeks !== 0) console.log(`Orari spostati di ${event.weeks} settimane (--shift-weeks ${event.weeks}).`)
  } else if ('step' in event) {
    requested = event.records
    sent = 0
    const what = event.step === 'import' ? 'Importazione' : `Sincronizzazione ${event.index} di ${event.of}`
    console.log(`${what}: ${operations(event.records)}.`)
  } else {
    sent += event.sent
    if (event.sent > 0 && requested > event.sent) console.log(`  inviate ${sent} di ${operations(requested)}`)
  }
}

function operations(count: number): string {
  return count === 1 ? '1 operazione' : `${count} operazioni`
}

async function main(): Promise<number> {
  let args: Arguments
  try {
    args = readArguments()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 2
  }
  const send = httpSender(args.url, args.token)
  let reached = false
  try {
    const { imported, witnessed, message } = await replayStatement({
      ...args,
      send: async (request) => {
        const reply = await send(request)
        if (reply === null && !reached) throw new Error(`Nessun server risponde a ${args.url}.`)
        reached = true
        return reply
      },
      wait: (seconds) => pause(seconds * 1000),
      now: () => Date.now(),
      boot: randomBytes(4).toString('hex'),
      jitter: Math.random,
      patience,
      onProgress: report,
    })
    console.log(`Fatto: ${operations(imported)} importate, ${witnessed} osservate.`)
    if (message) console.log(`Il server dice: ${message}`)
    return 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 1
  }
}

process.exitCode = await main()
