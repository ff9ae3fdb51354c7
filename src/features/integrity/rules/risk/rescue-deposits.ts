import { DAY_MS, instantText } from '#shared/dates.ts'
import { amount, count, found, share } from '../rule.ts'
import { syncRule } from '../sync-rule.ts'

interface Memory {
  /** Deposits into a loss, milliseconds UTC. */
  rescues: number[]
}

/** A deposit of a part of the equity while the open positions had lost a part of the balance. */
export const rescueDeposits = syncRule({
  thresholds: { rescue_flow: share(0.2), rescue_loss: share(0.1), rescue_repeats: count(3), rescue_days: amount(90) },
  findings: {
    rescue_deposit: {
      rule: 'R28',
      consequence: 'info',
      audience: 'public',
      life: 'event',
      when: 'A deposit exceeds `rescue_flow` of the equity while more than `rescue_loss` of the balance was lost in open positions.',
      name: 'Salvato da un versamento',
      public: 'Un versamento importante è arrivato mentre le posizioni aperte erano in forte perdita.',
      owner: {
        observed: 'Hai versato una somma importante mentre le posizioni aperte erano in forte perdita.',
        answer: 'Il profilo lo dice per un anno. Il versamento non conta come guadagno.',
      },
      admin: 'Versamento oltre soglia durante una perdita flottante.',
    },
    repeated_rescues: {
      rule: 'R28',
      consequence: 'warning',
      audience: 'public',
      life: 'event',
      when: 'Deposits as in `rescue_deposit` come `rescue_repeats` times within `rescue_days` days.',
      name: 'Salvato da versamenti',
      public: 'Più volte un versamento è arrivato mentre le posizioni aperte erano in forte perdita.',
      owner: {
        observed: 'Più volte hai versato mentre le posizioni aperte erano in forte perdita.',
        answer: 'Puoi rispondere spiegando i versamenti. Nessun versamento conta come guadagno.',
      },
      admin: 'Versamenti in perdita ripetuti nel periodo.',
    },
  },
  terms: {
    deposited_amount: 'Versato',
    flow_threshold_share: 'Soglia del versamento',
    loss_threshold_share: 'Soglia della perdita',
  },
  section: 'capital',
  memory: { rescues: [] } as Memory,
  detect(memory, { account, received, outcome }, { rescue_flow, rescue_loss, rescue_repeats, rescue_days }) {
    if (outcome.snapshot === null) return { memory, findings: [], checked: [] }
    const { receipt } = received
    const rescues = memory.rescues.filter((at) => receipt - at < rescue_days * DAY_MS)
    const before = account.engine?.snapshot
    if (before === undefined) return { memory: { rescues }, findings: [], checked: [] }
    const deposited = outcome.operations
      .filter(({ origin, type, amount: paid }) => origin === 'witnessed' && type === 'deposit' && paid > 0)
      .reduce((sum, { amount: paid }) => sum + paid, 0)
    const { equity } = before
    const loss = before.balance - equity
    const isRescue =
      deposited !== 0 &&
      loss > rescue_loss * Math.max(0, before.balance) &&
      deposited > rescue_flow * Math.max(0, equity)
    if (!isRescue) return { memory: { rescues }, findings: [], checked: [] }
    const evidence = {
      deposited_amount: deposited,
      floating_amount: -loss,
      balance: before.balance,
      equity,
      flow_threshold_share: rescue_flow,
      loss_threshold_share: rescue_loss,
    }
    const rescue = found('rescue_deposit', evidence)
    const times = [...rescues, receipt]
    if (times.length < rescue_repeats) return { memory: { rescues: times }, findings: [rescue], checked: [] }
    const repeated = { times: times.map((at) => instantText(at)), threshold: rescue_repeats, within_days: rescue_days }
    return { memory: { rescues: [] }, findings: [rescue, found('repeated_rescues', repeated)], checked: [] }
  },
})
