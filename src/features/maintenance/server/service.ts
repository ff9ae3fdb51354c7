import { recordAudit, type Actor } from '#server/audit.ts'
import type { Closed } from '#server/http/gate.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getMaintenance } from '../contract.ts'
import type { MaintenanceChange, MaintenanceState } from '../rules.ts'
import { initialState, toggled } from '../rules.ts'
import { lockMaintenance, maintenanceState, putMaintenance } from './queries.ts'

export interface Maintenance {
  /** Reads the state and follows it from then on. Rejects during an outage of the database: an instance without the state must not listen. */
  start: () => Promise<void>
  close: () => Promise<void>
  state: () => MaintenanceState
  /** The state as it is answered. */
  status: () => ResponseOf<typeof getMaintenance>
  /** The message, while the site is closed. */
  closed: Closed
  /** Opens or closes the site, with a line of the audit log. A repeated change does nothing. */
  toggle: (change: MaintenanceChange, actor: Actor) => Promise<MaintenanceState>
}

const channel = 'maintenance_changed'
/** Covers a lost notification: every instance knows the state within two seconds. */
const pollMs = 1_000

/**
 * Whether the site is closed, in this instance's memory: no request queries the database for it. During an outage of the database the
 * last known state stays. `docs/operations/close-for-maintenance.md`.
 */
export function createMaintenance(kernel: Kernel): Maintenance {
  const { sql, clock, log, config } = kernel
  let known = initialState
  let isReading = false
  let isAway = false
  let timer: ReturnType<typeof setInterval> | undefined
  let unlisten = async () => {}
  /** Reads run one after the other, so that no older one overwrites a newer one. */
  let tail: Promise<unknown> = Promise.resolve()

  function adopt(state: MaintenanceState): void {
    if (state.enabled !== known.enabled) log.info(state.enabled ? 'maintenance on' : 'maintenance off')
    else if (state.enabled && state.message !== known.message) log.info('maintenance message')
    known = state
  }

  function read(): Promise<void> {
    const turn = tail.then(async () => adopt((await maintenanceState(sql)) ?? initialState))
    tail = turn.catch(() => undefined)
    return turn
  }

  async function follow(): Promise<void> {
    try {
      await read()
      isAway = false
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'maintenance not read, the last known state holds')
      isAway = true
    }
  }

  async function poll(): Promise<void> {
    if (isReading) return
    isReading = true
    await follow()
    isReading = false
  }

  return {
    async start() {
      await read()
      // Runs again after a lost connection, which may have missed a notification.
      const listening = await sql.listen(
        channel,
        () => void follow(),
        () => void follow(),
      )
      unlisten = () => listening.unlisten()
      timer = setInterval(() => void poll(), pollMs)
    },
    async close() {
      clearInterval(timer)
      await unlisten()
      await tail
    },
    state: () => known,
    status: () => ({ ...known, support_email: config.SUPPORT_EMAIL ?? null }),
    closed: () => (known.enabled ? known.message : null),
    async toggle(change, actor) {
      const at = instantText(Math.floor(clock.now()))
      const after = await sql.begin(async (tx) => {
        await lockMaintenance(tx)
        const before = (await maintenanceState(tx)) ?? initialState
        const state = toggled(before, change)
        if (state === before) return before
        await putMaintenance(tx, state, at)
        await tx`select pg_notify(${channel}, '')`
        await recordAudit(tx, actor, {
          action: 'maintenance.toggle',
          subject: null,
          details: { before, after: state },
          at,
        })
        return state
      })
      // Read, not adopted: the notification of a later change may have been followed before this commit's answer arrives.
      await follow()
      return after
    },
  }
}
