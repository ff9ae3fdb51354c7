import type { StoryTime } from '#features/ea/simulation/market.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { renewPlan } from './purchases.ts'
import type { Site } from './site.ts'
import { syncTerminal, type Terminal } from './past.ts'
import { storyTime, type Story } from './story.ts'

/** Every terminal that is on syncs once in this time, one after the other. */
const roundMs = MINUTE_MS

/** Goes on in real time, until `close`. A failed sync is logged once and tried again in the next round. */
export function playLive(
  story: Story,
  terminals: readonly Terminal[],
  site: Site,
  report: (sentence: string) => void,
): { close: () => void } {
  const running = terminals.filter(({ actor: { role } }) => role.offlineFor === null && !role.lapsed)
  const failing = new Set<Terminal>()
  let turn = 0
  const timer = setInterval(() => {
    const terminal = running[turn % running.length]
    turn += 1
    if (terminal === undefined) return
    turnOf(terminal, Math.max(terminal.last, storyTime(story, Date.now()))).then(
      () => failing.delete(terminal),
      (error: unknown) => {
        if (failing.has(terminal)) return
        failing.add(terminal)
        report(error instanceof Error ? error.message : String(error))
      },
    )
  }, roundMs / running.length)
  return { close: () => clearInterval(timer) }

  /** A demonstration that runs for weeks still shows paid plans. */
  async function turnOf(terminal: Terminal, at: StoryTime): Promise<void> {
    const toStory = (instant: string) => storyTime(story, Date.parse(instant))
    await renewPlan(site, terminal.buyer, at, { end: at, toStory })
    await syncTerminal(terminal, at)
  }
}
