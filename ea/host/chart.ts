import { HostError, startProgram, type Listener, type Program } from './program.ts'
import type { Row } from './row.ts'

export interface Inputs {
  InpApiUrl?: string
  InpToken?: string
  InpIntervalSeconds?: number
}

/** The advisor on one chart. */
export interface Chart {
  /** The last text of Comment(). */
  readonly text: string
  /** The program removed itself, or OnInit failed. */
  readonly removed: boolean
  /** Removes it; `reason` as MetaTrader numbers it. */
  detach: (reason?: number) => Promise<void>
  /** OnDeinit and OnInit in the same program, whose globals keep their values: another symbol or period (3), other inputs (5). */
  reinit: (reason?: number, inputs?: Inputs) => Promise<void>
}

/** The interface of a terminal to its charts. */
export interface Machine {
  path: string
  /** Messages that bring a program's picture up to date. @param reported the records it knows @param now the true time it has reached */
  picture: (reported: Map<string, Row>, now: number) => string[][]
  onPrint: (text: string) => void
  onGlobals: (fields: string[]) => void
  /** The program has reached the call that a test waits for. */
  onWatched: () => void
  /** @param at true time; null where the terminal died meanwhile */
  onRequest: (at: number, fields: string[]) => Promise<string[] | null>
  onQuote: (quote: number) => void
}

export interface OpenChart extends Chart {
  alive: () => boolean
  /** True time up to which the program has run: past the terminal's where its last request took long. */
  reached: () => number
  load: () => Promise<void>
  unload: (reason: number) => Promise<void>
  kill: () => void
  /** Lets time pass until an instant of true time, or until the first request has its answer. */
  run: (until: number, toRequest: boolean) => Promise<void>
  call: (...fields: string[]) => Promise<string | null>
}

/** Checks the dialog's limit for a text input: 254 letters with the input's name. */
function checkInputs(inputs: Inputs): void {
  for (const [name, value] of Object.entries(inputs)) {
    if (String(value).length > 254 - name.length) throw new HostError(`${name} is longer than the dialog takes`)
  }
}

export function openChart(machine: Machine, id: number, first: Inputs): OpenChart {
  let inputs = first
  let program: Program | null = null
  let reported = new Map<string, Row>()
  let text = ''
  let removed = false
  let now = 0

  const listener: Listener = {
    onText(kind, said) {
      if (kind === 'comment') text = said
      else machine.onPrint(said)
    },
    onGlobals: machine.onGlobals,
    onWatched() {
      machine.onWatched()
      refresh()
    },
    onRequest: ([at = '', ...fields]) => machine.onRequest(Number(at), fields),
  }

  function refresh(): void {
    for (const message of machine.picture(reported, now)) program?.notify(...message)
  }

  /** The handler's result; null where the program has ended. */
  async function call(...fields: string[]): Promise<string | null> {
    if (program === null) return null
    refresh()
    let done: string[] | null
    try {
      done = await program.call(...fields)
    } catch (error) {
      kill()
      throw error
    }
    if (done === null) {
      program = null
      return null
    }
    const [result = '0', reached = '0', quote = '0', gone] = done
    now = Number(reached)
    machine.onQuote(Number(quote))
    if (gone === '1' && !removed) {
      removed = true
      await unload(0)
    }
    return result
  }

  function kill(): void {
    program?.kill()
    program = null
  }

  async function load(): Promise<void> {
    if (program !== null) return
    checkInputs(inputs)
    const environment = Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [`INPUT_${name}`, String(value)]),
    )
    reported = new Map()
    removed = false
    program = startProgram(machine.path, environment, listener)
    program.notify('set', 'chart', String(id))
    await init()
  }

  async function init(): Promise<void> {
    const result = await call('init')
    if (result === '0' || result === null) return
    removed = true
    await unload(8)
  }

  async function unload(reason: number): Promise<void> {
    await call('deinit', String(reason))
    kill()
  }

  return {
    get text() {
      return text
    },
    get removed() {
      return removed
    },
    alive: () => program !== null && program.alive(),
    reached: () => now,
    load,
    unload,
    kill,
    call,
    detach: (reason = 1) => unload(reason),
    async reinit(reason = 3, changed = {}) {
      inputs = { ...inputs, ...changed }
      checkInputs(inputs)
      await call('deinit', String(reason))
      for (const [name, value] of Object.entries(changed)) await call('input', name, String(value))
      await init()
    },
    async run(until, toRequest) {
      if (program !== null && now < until) await call('run', String(until), toRequest ? '1' : '0')
    },
  }
}
