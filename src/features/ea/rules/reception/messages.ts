import { decimal } from '#shared/format/format.ts'
import type { Obstacle } from './obstacles.ts'

/** The advisor's text on its chart: Italian, at most 200 characters. */
export interface ChartMessage {
  message: string
  level: 'info' | 'warn'
}

const longest = 200

export interface MessageInput {
  /** A wider tab of MetaTrader 4 may show the missing records. */
  mayWiden: boolean
  importing: boolean
  received: number
  shown: number
  connected: boolean
  alternating: boolean
  /** Held out of the ranking: `open` until a person decides, `upheld` after a decision. */
  held: 'open' | 'upheld' | null
  obstacle: Obstacle | null
  /** The terminal shows another history than the received one, and it is being read again. */
  differs: boolean
  again: boolean
  /** Balance less the net of all records that the terminal shows; 0 where they agree. */
  missing: number
  currency: string
  digits: number
}

/** The one message that matters most. */
export function chartMessage(input: MessageInput): ChartMessage {
  const { level, message } = choose(input)
  return { level, message: message.slice(0, longest) }
}

const obstacleWords: Record<Obstacle, string> = {
  currency_changed:
    'La valuta del conto è cambiata: i dati sono fermi. Per un altro conto usa «Cambia conto» sul sito.',
  trade_mode_changed:
    'Il tipo di conto (reale o demo) è cambiato: i dati sono fermi. Per un altro conto usa «Cambia conto» sul sito.',
  equity_mismatch:
    'Balance, equity e posizioni aperte non tornano: questi dati non contano. Se si ripete, riavvia il terminale e scarica l’Expert Advisor aggiornato.',
}

/** MetaTrader 4 shows the advisor only what its history tab shows. */
export const wholeHistoryAdvice = 'Scheda Storico conto: tasto destro > Tutta la cronologia'

/** The chart reads this with `TOKEN_INVALID` where the token was taken back because two senders used it in turn (`docs/integrity.md`, R6). */
export const sharedTokenMessage =
  'Due terminali usano lo stesso token: lascia l’Expert Advisor su uno solo, poi rigenera il token.'

function choose(input: MessageInput): ChartMessage {
  const { mayWiden, missing, currency } = input
  if (input.obstacle !== null) return warn(obstacleWords[input.obstacle])
  if (input.alternating) {
    return warn('Due terminali inviano lo stesso conto: tieni acceso l’Expert Advisor su uno solo.')
  }
  if (input.held === 'open') return warn('Conto in verifica: rispondi dal sito.')
  if (input.held === 'upheld')
    return warn('Conto fuori classifica: segnalazione confermata. Leggi la decisione sul sito.')
  if (!input.connected) return warn('Il terminale non è collegato al broker: i dati riprenderanno da soli.')
  if (missing !== 0 && mayWiden) return warn(wholeHistoryAdvice)
  if (input.importing) {
    return { message: `Importazione in corso: ${input.received} di ${input.shown}.`, level: 'info' }
  }
  if (input.differs) {
    const said = 'Lo storico del terminale è diverso da quello ricevuto'
    return warn(input.again ? `${said}: lo confronto di nuovo.` : `${said}: la differenza resta segnata sul profilo.`)
  }
  if (missing !== 0) {
    const amount = decimal(Math.abs(missing), input.digits)
    return {
      message: `Storico incompleto: ${missing > 0 ? 'mancano entrate' : 'mancano uscite'} per ${amount} ${currency}.`,
      level: 'info',
    }
  }
  return { message: '', level: 'info' }
}

function warn(message: string): ChartMessage {
  return { message, level: 'warn' }
}
