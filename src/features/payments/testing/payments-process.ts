import { fork, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { asOwner, type TestDatabase } from '#server/testing/database.ts'
import type { Report, Setting } from './payments-server.ts'

/** A server in a process of its own. */
export interface PaymentsProcess {
  url: string
  name: string
  child: ChildProcess
  /** Runs the job, and waits for its end. */
  job: () => Promise<void>
  /** SIGKILL: no handler runs, no connection is closed by it. */
  kill: () => Promise<void>
}

let jobs = 0

/** Ends with the test. */
export async function startPaymentsProcess(setting: Setting): Promise<PaymentsProcess> {
  const child = fork('src/features/payments/testing/payments-server.ts', [JSON.stringify(setting)], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const reports: Report[] = []
  child.on('message', (report) => void reports.push(report as Report))
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  const report = async (matches: (report: Report) => boolean): Promise<Report> => {
    const deadline = performance.now() + 20_000
    for (;;) {
      const found = reports.find((each) => matches(each) || each.error !== undefined)
      if (found?.error !== undefined) throw new Error(found.error)
      if (found) return found
      if (performance.now() > deadline) throw new Error(`no report from ${setting.name}: ${JSON.stringify(reports)}`)
      await sleep(2)
    }
  }
  const { url = '' } = await report((each) => each.url !== undefined)
  return {
    url,
    name: setting.name,
    child,
    async job() {
      const number = ++jobs
      child.send(number)
      await report((each) => each.done === number)
    },
    kill,
  }
}

/** A point at which a process is held: before or after it writes a row of this table, inside its transaction. */
export interface Stop {
  table: string
  when: 'before insert' | 'after insert' | 'before update' | 'after update'
  /** SQL over `new`: which rows hold; all where absent. */
  where?: string
}

export interface ArmedStop {
  /** Resolves once the process waits there. */
  reached: () => Promise<void>
  /** Ends the stop: PostgreSQL finishes the killed process's statement, finds its connection closed, and rolls back. */
  release: () => Promise<void>
}

/** The advisory lock that the held process waits for. */
const key = 4_711

/** Arms a stop in the test's database: a connection named `held` that writes such a row waits there. */
export async function armStop(
  database: Pick<TestDatabase, 'sql' | 'ownerAddress'>,
  { table, when, where = 'true' }: Stop,
  held: string,
): Promise<ArmedStop> {
  const { sql } = database
  await asOwner(database, (own) =>
    own.unsafe(`
    create or replace function hold_${table}() returns trigger language plpgsql as $$
    begin
      if current_setting('application_name') = '${held}' and (${where}) then perform pg_advisory_xact_lock(${key}); end if;
      return new;
    end $$;
    create or replace trigger hold ${when} on ${table} for each row execute function hold_${table}();`),
  )
  const holder = await sql.reserve()
  await holder`select pg_advisory_lock(${key})`
  let isHeld = true
  const release = async () => {
    if (!isHeld) return
    isHeld = false
    await holder`select pg_advisory_unlock(${key})`
    holder.release()
    // The trigger can go only once the held transaction has ended.
    await asOwner(database, (own) => own.unsafe(`drop trigger if exists hold on ${table}`))
  }
  onTestFinished(release)
  return {
    async reached() {
      const waiting = async () => {
        const rows = await sql`
          select from pg_locks join pg_stat_activity using (pid)
           where locktype = 'advisory' and objid = ${key} and not granted and application_name = ${held}`
        return rows.length
      }
      await expect.poll(waiting, { timeout: 10_000, interval: 5 }).toBeGreaterThan(0)
    },
    release,
  }
}
