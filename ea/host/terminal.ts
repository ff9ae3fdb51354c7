import type { SettableClock } from '#server/testing/clock.ts'
import { openAccount, type SimulatedAccount } from './account.ts'
import type { AccountOptions } from './book.ts'
import { brokerOffset, type BrokerClock } from './broker-clock.ts'
import { openChart, type Chart, type Inputs, type Machine, type OpenChart } from './chart.ts'
import { compileAdvisor, compileSource } from './compile.ts'
import { createGlobals } from './globals.ts'
import { HostError, textOf } from './program.ts'
import { messagesOf, type Arrival, type Failing } from './screen.ts'
import type { Platform } from './translate.ts'
import { fieldsOf, webRequest, type Network, type WebCall } from './web-request.ts'

export interface SentRequest {
  /** Milliseconds of true time at which it was sent and answered. */
  at: number
  ended: number
  url: string
  headers: Record<string, string>
  raw: Buffer
  /** Parsed JSON; null where it is none. */
  body: unknown
  status: number
  error: number
}

export interface TerminalOptions {
  platform: Platform
  /** True time, shared with the server. Only `advance` moves it. */
  clock: SettableClock
  /** The sites' addresses on this machine: `{ 'https://toptrader.example': 'http://127.0.0.1:4000' }`; read at each request. */
  sites: Readonly<Record<string, string>>
  account?: AccountOptions
  /** Texts of another advisor's files in place of the product's: `TopTrader.mq5`, `include/NAME.mqh`. */
  sources?: (name: string) => string
  /** The inputs of every chart, unless `attach` says otherwise. */
  inputs: Inputs
}

/** The settings that a test may change at any time. */
interface Knobs {
  connected: boolean
  /** False: ACCOUNT_LOGIN is still 0, and the account's data are missing. */
  loggedIn: boolean
  /**
   * The login is known, these data are missing: zeros, empty texts, trade mode 0, no records. `login` and restarts leave the list
   * unchanged.
   */
  missing: readonly Arrival[]
  /** These functions answer false while the list holds them. */
  failing: readonly Failing[]
  tester: boolean
  build: number
  /** `closed`: no quotes, so that TimeCurrent stands still. */
  market: 'open' | 'closed'
  broker: BrokerClock
  /** Seconds by which the PC's clock is ahead of true time. */
  pcError: number
  /** Seconds east of UTC of the PC's zone. */
  pcZone: number
  /** The list in the options: scheme and host. */
  allowed: string[]
  /** Milliseconds of simulated time until an answer; may be longer than the advisor's time-out, which holds for each step alone. */
  latency: number
  /** Real milliseconds after which a silent site counts as timed out; null: the advisor's own time-out. */
  patience: number | null
  /** Recent terminals answer 1001 and 1003 in place of -1. */
  modern: boolean
  emptyErrorBodies: boolean
  network: Network | null
}

export interface Terminal extends Knobs {
  readonly platform: Platform
  readonly clock: SettableClock
  readonly account: SimulatedAccount
  /** Comment() of the first chart. */
  readonly chart: string
  /** Every printed line, oldest first. */
  readonly journal: string[]
  readonly requests: SentRequest[]
  brokerSeconds: () => number
  attach: (inputs?: Inputs) => Promise<Chart>
  /** Lets so many seconds pass: timers, quotes, requests. Ends early where a kill was ordered. */
  advance: (seconds: number) => Promise<void>
  /** Lets time pass until a request has its answer. @throws where none is sent within so many seconds */
  advanceToRequest: (most?: number) => Promise<void>
  /** MT5: the terminal's event after a trade. */
  trade: () => Promise<void>
  /** Runs an action at the n-th call of a function from now: `HistoryDealsTotal`, `OrderSelect`, `AccountInfoDouble(ACCOUNT_BALANCE)` … */
  onCall: (name: string, count: number, action: () => void) => void
  /** Ends everything at once, like a power cut. */
  kill: () => Promise<void>
  /** The same at the n-th request from now: before it is sent, or after the site's answer. */
  killDuring: (count: number, when: 'sent' | 'answered') => void
  /** Starts again with the charts that were open. */
  start: () => Promise<void>
  restart: () => Promise<void>
  /** Logs in to another account: programs are loaded anew. */
  login: (options: AccountOptions) => Promise<void>
  useAccount: (account: SimulatedAccount) => Promise<void>
}

const hour = 3_600_000

/** A simulated MetaTrader terminal around the compiled advisor: account, clocks, charts, WebRequest. */
export async function startTerminal(options: TerminalOptions): Promise<Terminal> {
  const { platform, clock } = options
  const path = await (options.sources ? compileSource(platform, options.sources) : compileAdvisor(platform))
  const charts: OpenChart[] = []
  const tickBase = clock.now() - 2 * hour
  const watch = { name: '', count: 0, action: (): void => undefined }
  let plannedKill: { left: number; when: 'sent' | 'answered' } | null = null
  const knobs: Knobs = {
    connected: true,
    loggedIn: true,
    missing: [],
    failing: [],
    tester: false,
    build: platform === 'MT4' ? 1420 : 4885,
    market: 'open',
    broker: { standard: 2, dst: 'us' },
    pcError: 0,
    pcZone: 3600,
    allowed: Object.keys(options.sites),
    latency: 150,
    patience: null,
    modern: false,
    emptyErrorBodies: false,
    network: null,
  }
  const offset = () => brokerOffset(terminal.broker, clock.now())
  const brokerSeconds = () => Math.floor((clock.now() + offset()) / 1000)
  const globals = createGlobals()
  let account = openAccount(platform, options.account ?? {}, brokerSeconds)

  const machine: Machine = {
    path,
    picture(reported, reached) {
      const now = Math.max(reached, clock.now())
      const times = [now, now + terminal.pcError * 1000, now - tickBase, terminal.pcZone, offset(), quote]
      return [
        ['clock', ...times.map(String), terminal.market === 'open' ? '1' : '0'],
        ['set', 'watch.name', watch.name],
        ['set', 'watch.count', String(watch.count)],
        ...globals.messages(),
        ...messagesOf(account.book, terminal, reported),
      ]
    },
    onPrint: (text) => void terminal.journal.push(text),
    onGlobals: globals.take,
    onWatched() {
      watch.name = ''
      watch.action()
    },
    onRequest: carry,
    onQuote(observed) {
      quote = Math.max(quote, observed)
    },
  }

  /** One request from a program to the site and back. */
  async function carry(at: number, fields: string[]): Promise<string[] | null> {
    clock.set(Math.max(clock.now(), at))
    const [handler = '', ...parts] = fields
    const call = callOf(parts)
    const dies = plannedKill !== null && (plannedKill.left -= 1) === 0 ? plannedKill.when : null
    if (dies !== null) plannedKill = null
    if (dies === 'sent') return die()
    const result = await webRequest(handler, call, {
      ...terminal,
      sites: options.sites,
      count: terminal.requests.length,
    })
    const { url, headers, body } = call
    const { status, error } = result
    terminal.requests.push({
      at,
      ended: at + result.elapsed,
      url,
      headers,
      raw: body,
      body: parsed(body),
      status,
      error,
    })
    if (dies === 'answered') return die()
    return fieldsOf(result)
  }

  function die(): null {
    for (const chart of charts) chart.kill()
    globals.restart()
    return null
  }

  async function pass(seconds: number, toRequest: boolean): Promise<void> {
    const end = clock.now() + Math.round(seconds * 1000)
    const before = terminal.requests.length
    while (clock.now() < end && !(toRequest && terminal.requests.length > before)) {
      const running = charts.filter((chart) => chart.alive())
      // The broker's clock may change at a full hour; several programs take turns each second.
      const step = running.length > 1 ? 1000 : hour
      const until = Math.min(end, (Math.floor(clock.now() / step) + 1) * step)
      for (const chart of running) await chart.run(until, toRequest)
      if (running.length > 0 && !charts.some((chart) => chart.alive())) return
      const stopped = toRequest && terminal.requests.length > before
      const reached = running.map((chart) => chart.reached())
      // A chart whose request takes long is ahead; the others run through that time second by second.
      const next = stopped ? Math.max(...reached) : Math.max(until, Math.min(...reached))
      clock.set(Math.max(clock.now(), next))
    }
  }

  const terminal: Terminal = {
    ...knobs,
    platform,
    clock,
    get account() {
      return account
    },
    get chart() {
      return charts[0]?.text ?? ''
    },
    journal: [],
    requests: [],
    brokerSeconds,
    async attach(inputs = {}) {
      const chart = openChart(machine, charts.length + 1, { ...options.inputs, ...inputs })
      charts.push(chart)
      await chart.load()
      return chart
    },
    advance: (seconds) => pass(seconds, false),
    async advanceToRequest(most = 2 * 3600) {
      const before = terminal.requests.length
      await pass(most, true)
      if (terminal.requests.length === before) throw new Error(`no request within ${most} seconds`)
    },
    async trade() {
      for (const chart of charts) await chart.call('trade')
    },
    onCall: (name, count, action) => void Object.assign(watch, { name, count, action }),
    async kill() {
      die()
    },
    killDuring(count, when) {
      plannedKill = { left: count, when }
    },
    async start() {
      for (const chart of charts) await chart.load()
    },
    async restart() {
      for (const chart of charts) await chart.unload(9)
      globals.restart()
      await terminal.start()
    },
    login: (next) => terminal.useAccount(openAccount(platform, next, brokerSeconds)),
    async useAccount(next) {
      const loaded = charts.filter((chart) => chart.alive())
      for (const chart of loaded) await chart.unload(6)
      account = next
      for (const chart of loaded) await chart.load()
    },
  }
  let quote = clock.now() + offset()
  return terminal
}

function callOf([method = '', url = '', headers = '', timeout = '', body = '']: string[]): WebCall {
  const lines = textOf(headers).split('\r\n')
  const named = lines.flatMap((line): [string, string][] => {
    if (line === '') return []
    const parts = /^([!#$%&'*+.^_`|~\w-]+): *([^\n\r]*)$/.exec(line)
    if (parts === null) throw new HostError(`a header of another form: ${JSON.stringify(line)}`)
    return [[parts[1] ?? '', parts[2] ?? '']]
  })
  const sent = Buffer.from(body, 'latin1')
  return {
    method: textOf(method),
    url: textOf(url),
    headers: Object.fromEntries(named),
    timeout: Number(timeout),
    body: sent,
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
