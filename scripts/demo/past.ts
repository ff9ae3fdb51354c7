import type { SyncRequest } from '#features/ea/sync-contract.ts'
import { createAdvisor, type Advisor } from '#features/ea/advisor/advisor.ts'
import type { Reply } from '#features/ea/advisor/reaction.ts'
import type { Actor } from './actor.ts'
import { DAY, HOUR, type StoryTime } from '#features/ea/simulation/market.ts'
import type { Site } from './site.ts'
import { storyTime, type Story } from './story.ts'

/** An account whose terminal is on, or was until some time ago. */
export interface Terminal {
  actor: Actor
  advisor: Advisor
  /** Story time of its last sync. */
  last: StoryTime
}

export interface PastParts {
  story: Story
  site: Site
  admin: { email: string; password: string }
  sender: (token: string) => (request: SyncRequest) => Promise<Reply | null>
  /** Puts the server's clock at a moment, ms since 1970 UTC. */
  setClock: (moment: number) => void
  /** The moment that the past leads up to. */
  now: number
  /** Ends the telling between two moments. */
  signal: AbortSignal
}

/** The days that the ranking speaks of are told one by one, those before them by threes. */
const rankedDays = 92

/**
 * Plays the past at simulated receipt times: everybody registers, gets a plan and a token, and syncs, in the order in which it
 * happened. Accounts of the same moment sync at once, so that the server commits them together.
 */
export async function playPast(parts: PastParts): Promise<Terminal[]> {
  const { story, site, admin, sender, setClock, now, signal } = parts
  const end = storyTime(story, now)
  const waiting = story.actors.toSorted((left, right) => left.role.connected - right.role.connected)
  const terminals: Terminal[] = []
  let moment = waiting[0]?.role.connected ?? end

  for (;;) {
    signal.throwIfAborted()
    setClock(story.origin + moment * 1000)
    const arriving: Actor[] = []
    while (waiting[0] !== undefined && waiting[0].role.connected <= moment) arriving.push(...waiting.splice(0, 1))
    terminals.push(...(await welcome(arriving)))
    await Promise.all(terminals.map((terminal) => syncAt(terminal, moment)))
    if (moment >= end) return terminals
    moment = Math.min(moment + stepAt(end - moment), end)
  }

  async function welcome(arriving: readonly Actor[]): Promise<Terminal[]> {
    if (arriving.length === 0) return []
    const adminToken = await site.login(admin.email, admin.password)
    return Promise.all(
      arriving.map(async (actor) => {
        const { role } = actor
        const { traderId, userToken } = await site.register(role)
        const age = (end - role.connected) / DAY
        await site.assignPlan(adminToken, traderId, role.plan, Math.max(1, Math.ceil(role.lapsed ? age - 6 : age + 40)))
        const send = sender(await site.newAdvisorToken(userToken))
        const terminal: Terminal = { actor, last: moment, advisor: advisorOf(actor, send, () => terminal.last) }
        return terminal
      }),
    )
  }

  async function syncAt(terminal: Terminal, at: StoryTime): Promise<void> {
    const { silentFor, lapsed } = terminal.actor.role
    if (silentFor !== null && at > end - silentFor) return
    const planEnds = end - 6 * DAY
    if (lapsed && at > planEnds) return
    await syncTerminal(terminal, at)
  }
}

/** One turn of a terminal's timer. Throws where the server refuses. */
export async function syncTerminal(terminal: Terminal, at: StoryTime): Promise<void> {
  terminal.actor.advance(at)
  terminal.last = at
  const round = await terminal.advisor.sync('timer')
  if (!round.done) throw new Error(`${terminal.actor.role.person.username}: ${round.message}`)
}

function advisorOf(actor: Actor, send: (request: SyncRequest) => Promise<Reply | null>, at: () => StoryTime): Advisor {
  return createAdvisor({
    terminal: actor.terminal(at),
    send,
    // Simulated time stands still between two requests.
    wait: async () => {},
    boot: actor.role.login,
    jitter: () => 0,
    patience: 3,
  })
}

/** Seconds to the next moment at which terminals report, by how long ago it was. */
function stepAt(ago: number): number {
  if (ago > rankedDays * DAY) return 3 * DAY
  if (ago > 3 * DAY) return DAY
  return 4 * HOUR
}
