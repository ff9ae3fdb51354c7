import { setImmediate as turn } from 'node:timers/promises'

/** Imports one part after the other. Each import stops all else, some for 150 ms; between two of them probes get their answers. */
export async function importInTurns(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const load of parts) {
    await load()
    // A connection, its request, its answer.
    for (let step = 0; step < 3; step += 1) await turn()
  }
}
