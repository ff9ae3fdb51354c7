import { instantText, MINUTE_MS } from '#shared/dates.ts'
import { amount, count, found, namedAtMost } from '../rule.ts'
import { noticed, syncRule } from '../sync-rule.ts'

interface Memory {
  /** Start of the advisor and network of the last sync. */
  last: { boot: string; network: string } | null
  /** Changes of both at once, milliseconds UTC; `returned` to a start that was received before. The newest few. */
  turns: [at: number, returned: boolean][]
  /** Changes of the network alone, milliseconds UTC with the network that was left. The newest few. */
  moves: [at: number, left: string][]
}

/** So many changes are remembered, if no threshold needs more. */
const fewestChanges = 20

/**
 * Two networks that take turns. With two starts it is two people, or one with two terminals: the token is taken back as soon as one
 * of the starts has come back, however many new ones the other side names. A restart on another network never comes back. With one
 * start it is a line with two ways out, or a start that was copied: that is a note.
 */
export const twoSenders = syncRule({
  thresholds: { senders_changes: count(3), senders_minutes: amount(30) },
  findings: {
    two_terminals: {
      rule: 'R6',
      consequence: 'info',
      audience: 'owner',
      life: 'event',
      when: 'Two starts of the advisor send in turn.',
      name: 'Due terminali',
      owner: {
        observed: 'Due terminali inviano dati con lo stesso token.',
        answer: 'Tieni l’EA su un solo grafico di un solo terminale. Nessun dato è andato perso.',
      },
      admin: 'Due avvii dell’EA inviano con lo stesso token. Spesso due grafici o due computer della stessa persona.',
    },
    two_senders: {
      rule: 'R6',
      consequence: 'warning',
      audience: 'owner',
      life: 'event',
      when: 'Start and network change together `senders_changes` times within `senders_minutes` minutes, at least once back to an earlier start. The token is taken back.',
      name: 'Due reti a turno',
      owner: {
        observed: 'Il token è stato usato a turno da due reti diverse: lo abbiamo disattivato.',
        answer: 'Rigenera il token e inseriscilo in un solo terminale. Rispondi dicendo quali terminali sono tuoi.',
      },
      admin: 'Due reti si alternano con due avvii diversi: token disattivato. VPS e casa, oppure token rubato.',
    },
    networks_in_turn: {
      rule: 'R6',
      consequence: 'info',
      audience: 'silent',
      life: 'event',
      when: 'One start changes between two networks `senders_changes` times within `senders_minutes` minutes.',
      name: 'Un avvio, due reti',
      admin:
        'Lo stesso avvio dell’EA arriva a turno da due reti. Due linee di casa, VPN, o token copiato con il suo avvio.',
    },
  },
  section: 'senders',
  memory: { last: null, turns: [], moves: [] } as Memory,
  detect(memory, facts, { senders_changes, senders_minutes }) {
    const findings = noticed(facts, ['two_terminals'])
    const { request, received, network } = facts
    const { boot } = request.sync
    const { last } = memory
    const { receipt } = received
    if (network === null) return { memory, findings, checked: [] }
    const recent = <Change extends [at: number, ...unknown[]]>(changes: Change[]): Change[] =>
      changes
        .filter(([at]) => receipt - at < senders_minutes * MINUTE_MS)
        .slice(-Math.max(fewestChanges, senders_changes))
    const moved = last !== null && last.network !== network
    const turned = moved && last.boot !== boot
    const turns = recent(turned ? [...memory.turns, [receipt, received.alternating]] : memory.turns)
    const moves = recent(moved && !turned ? [...memory.moves, [receipt, last.network]] : memory.moves)
    const now: Memory = { last: { boot, network }, turns, moves }
    const evidence = (changes: readonly [at: number, ...unknown[]][]) => ({
      changes: changes.length,
      within_minutes: senders_minutes,
      threshold: senders_changes,
      times: changes.slice(-namedAtMost).map(([at]) => instantText(at)),
    })
    if (turned && turns.length >= senders_changes && turns.some(([, returned]) => returned)) {
      return {
        memory: { ...now, turns: [] },
        findings: [...findings, found('two_senders', evidence(turns))],
        checked: [],
      }
    }
    const left = new Set(moves.map(([, from]) => from))
    if (moved && !turned && moves.length >= senders_changes && left.size === 2 && left.has(network)) {
      return {
        memory: { ...now, moves: [] },
        findings: [...findings, found('networks_in_turn', evidence(moves))],
        checked: [],
      }
    }
    return { memory: now, findings, checked: [] }
  },
})
