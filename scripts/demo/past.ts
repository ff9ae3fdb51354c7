import type { SyncRequest } from '#features/ea/sync-contract.ts'
import { createAdvisor, type Advisor } from '#features/ea/advisor/advisor.ts'
import type { Reply } from '#features/ea/advisor/reaction.ts'
import type { Actor } from './actor.ts'
import { DAY, HOUR, type StoryTime } from '#features/ea/simulation/market.ts'
import { renewPlan, signIn, createEpisodes, type Buyer, type Episode } from './purchases.ts'
import type { Site } from './site.ts'
import { storyTime, type Story } from './story.ts'

/** An account whose terminal is on, or was until some time ago. */
export interface Terminal {
  actor: Actor
  buyer: Buyer
  advisor: Advisor
  /** Story time of its last sync. */
  last: StoryTime
}

export interface PastParts {
  story: Story
  site: Site
  sender: (token: string) => (request: SyncRequest) => Promise<Reply | null>
  /** Sets the server's clock to a moment, ms since 1970 UTC. */
  setClock: (moment: number) => void
  /** Stores the places of the moment, like the server's hourly job. */
  storePlaces: () => Promise<void>
  /** Plays the due events of the showcases. @param ago seconds before the end */
  showcases: (buyers: readonly Buyer[], moment: StoryTime, ago: number) => Promise<void>
  /** Writes what a new trader tells of themselves. */
  present: (buyer: Buyer) => Promise<void>
  /** Plays the due steps of the proofs of ownership and of external matches. @param ago seconds before the end */
  proofs: (terminals: readonly Terminal[], moment: StoryTime, ago: number) => Promise<void>
  /** The end of the past. */
  now: number
  /** Ends the past between two moments. */
  signal: AbortSignal
}

/** Days before the end from which places are stored: a dashboard looks back a week. */
const placedDays = 9

/** Seconds before the end at which the terminal of the account with gaps is off: from, to. */
const silences = [
  [84 * DAY, 66 * DAY],
  [38 * DAY, 27 * DAY],
] as const

/**
 * Plays the past at simulated receipt times. Everybody registers, pays for a plan, gets a token and syncs, in the order of the story; plans
 * are renewed before they end. Accounts of the same moment sync at once, so that the server commits them together.
 */
export async function playPast(parts: PastParts): Promise<Terminal[]> {
  const { story, site, sender, setClock, storePlaces, showcases, present, proofs, now, signal } = parts
  const end = storyTime(story, now)
  const waiting = story.actors.toSorted((left, right) => left.role.connected - right.role.connected)
  const terminals: Terminal[] = []
  const episodes = createEpisodes()
  const calendar = { end, toStory: (instant: string) => storyTime(story, Date.parse(instant)) }
  let moment = waiting[0]?.role.connected ?? end

  for (;;) {
    signal.throwIfAborted()
    setClock(story.origin + moment * 1000)
    const arriving: Actor[] = []
    while (waiting[0] !== undefined && waiting[0].role.connected <= moment) arriving.push(...waiting.splice(0, 1))
    terminals.push(...(await welcome(arriving)))
    await Promise.all(terminals.map(({ buyer }) => renewPlan(site, buyer, moment, calendar)))
    while (episodes[0] !== undefined && end - episodes[0].ago <= moment) await play(episodes.shift())
    await proofs(terminals, moment, end - moment)
    await Promise.all(terminals.map((terminal) => syncAt(terminal, moment)))
    await showcases(
      terminals.map(({ buyer }) => buyer),
      moment,
      end - moment,
    )
    const next = Math.min(momentAfter(moment, end), end)
    const isLastOfDay = moment >= end || Math.floor(next / DAY) > Math.floor(moment / DAY)
    if (isLastOfDay && end - moment <= placedDays * DAY) await storePlaces()
    if (moment >= end) return terminals
    moment = next
  }

  async function welcome(arriving: readonly Actor[]): Promise<Terminal[]> {
    if (arriving.length === 0) return []
    return Promise.all(
      arriving.map(async (actor) => {
        const buyer = {
          role: actor.role,
          ...(await site.register(actor.role)),
          lastVisit: moment,
          until: moment,
          purchases: 0,
        }
        // Only buyers get an advisor's token.
        await renewPlan(site, buyer, moment, calendar)
        await present(buyer)
        const send = sender(await site.newAdvisorToken(buyer.userToken))
        const terminal: Terminal = { actor, buyer, last: moment, advisor: advisorOf(actor, send, () => terminal.last) }
        return terminal
      }),
    )
  }

  async function play(episode: Episode | undefined): Promise<void> {
    const actor = story.actors[episode?.actor ?? -1]
    const terminal = terminals.find((each) => each.actor === actor)
    if (episode === undefined || terminal === undefined) return
    await signIn(site, terminal.buyer, moment)
    await episode.play(site, terminal.buyer, story.origin + moment * 1000)
  }

  async function syncAt(terminal: Terminal, at: StoryTime): Promise<void> {
    const { offlineFor, kind } = terminal.actor.role
    if (offlineFor !== null && at > end - offlineFor) return
    if (kind === 'gaps' && silences.some(([from, to]) => end - at < from && end - at > to)) return
    if (at >= terminal.buyer.until) return
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
    // On a busy machine an answer may be late: nothing is lost by asking again.
    patience: 20,
  })
}

/**
 * The next moment at which terminals sync, by its distance from the end. Two silent days between two syncs are no gap of a profile's chart,
 * and at weekends next to nothing is traded.
 */
function momentAfter(moment: StoryTime, end: StoryTime): StoryTime {
  const ago = (end - moment) / DAY
  if (ago <= 3) return moment + 6 * HOUR
  const next = moment + (ago > 92 ? 3 : ago > 14 ? 2 : 1) * DAY
  const weekday = Math.floor(next / DAY) % 7
  if (ago > 92 || weekday < 5) return next
  const monday = next + (7 - weekday) * DAY
  // From a Thursday on, Monday is too far: Friday comes between.
  return monday - moment > 3 * DAY ? moment + DAY : monday
}
