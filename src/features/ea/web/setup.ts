import type { EaStatus } from '#features/ea/contract.ts'
import * as format from '#shared/format/format.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import type { Step } from './Stepper.tsx'

/** The way from a token to the first sync, as the server sees it. Pure: depends on the status and on the owner's claims. */

const stepNames = ['token', 'allow', 'install', 'sync'] as const
export type StepName = (typeof stepNames)[number]

export interface SetupStep extends Step {
  name: StepName
}

/** A sync came with the present token: only then does the terminal have it. */
function hasSynced({ token_created_at: since, last_ea_sync: last }: EaStatus): boolean {
  return since !== null && last !== null && Date.parse(last) >= Date.parse(since)
}

/** Both conditions of the specification for the present token: an account is bound, and it synced within 15 minutes. */
export function isConnected(ea: EaStatus): boolean {
  return ea.account_connected && ea.ea_active && hasSynced(ea)
}

/** The terminal has the token, and its whole history is here. */
export function isComplete(ea: EaStatus): boolean {
  return ea.account_connected && ea.importing === null && hasSynced(ea)
}

/** A terminal that synced before needs the present token first. */
export function isTokenNew(ea: EaStatus): boolean {
  return ea.has_ea_token && ea.account_connected && !hasSynced(ea)
}

/** The tolerance after the announced time of a sync, in milliseconds. */
const graceMs = MINUTE_MS

/**
 * The due time of the next sync, and whether it is overdue; null where none is expected, or it will be refused. @param now milliseconds UTC
 */
export function nextSync(ea: EaStatus, now: number): { at: string; isLate: boolean } | null {
  const { next_sync_expected_at: at } = ea
  if (at === null || !isConnected(ea) || ea.last_error !== null) return null
  return { at, isLate: now > Date.parse(at) + graceMs }
}

/**
 * The four steps, exactly one of them current unless all are done.
 * @param claimed how many steps the owner says are done; the server's own view counts where it knows more
 */
export function stepsOf(ea: EaStatus, claimed: number, platform: 'MT4' | 'MT5' | null): SetupStep[] {
  const done = Math.max(doneByStatus(ea), ea.has_ea_token ? Math.min(claimed, 3) : 0)
  const notes: Record<StepName, string> = {
    token: ea.has_ea_token ? 'Fatto' : 'Ti riconosce',
    allow: 'WebRequest',
    install: platform ?? 'MT4 o MT5',
    sync: syncNote(ea),
  }
  return stepNames.map((name, index) => ({
    name,
    title: titles[name],
    note: notes[name],
    state: index < done ? 'done' : index === done ? 'current' : 'ahead',
  }))
}

const titles: Record<StepName, string> = {
  token: 'Genera il token',
  allow: 'Autorizza l’indirizzo',
  install: 'Installa l’EA',
  sync: 'Prima sincronizzazione',
}

/** A refused request proves as well as an accepted one that file, address and token are in place. */
function doneByStatus(ea: EaStatus): number {
  if (!ea.has_ea_token) return 0
  if (isComplete(ea)) return 4
  return ea.account_connected || ea.last_error !== null ? 3 : 1
}

function syncNote(ea: EaStatus): string {
  if (ea.has_ea_token && ea.last_error !== null && !isComplete(ea)) return 'Bloccata'
  if (isTokenNew(ea)) return 'Token nuovo'
  if (ea.importing !== null) return `${format.count(ea.importing.received)} di ${format.count(ea.importing.total)}`
  return ea.account_connected ? 'Fatta' : 'Circa 5 minuti'
}

/** How often the status is read, in milliseconds: the specification's 30 s, 15 s while all is well. */
export function refreshMs(ea: EaStatus | undefined): number {
  return ea !== undefined && isConnected(ea) && ea.last_error === null ? 15_000 : 30_000
}

/** `tt_ea_9f3c••••••••••••••••••••7b21`: enough to distinguish two tokens. */
export function maskedToken(token: string): string {
  return `${token.slice(0, 10)}${'•'.repeat(20)}${token.slice(-4)}`
}
