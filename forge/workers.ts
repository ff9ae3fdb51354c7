import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Answer, Job, WorkerTerms } from './worker.ts'

export interface Worker {
  /** @throws where the job or the process fails */
  run: (
    job: Job,
    onProgress: (text: string) => void,
  ) => Promise<Exclude<Answer, { progress: string } | { error: string }>>
  stop: () => Promise<void>
}

/** A process that plays scenes beside this one. */
export function startWorker(terms: WorkerTerms): Worker {
  const child = fork(new URL('worker.ts', import.meta.url), [JSON.stringify(terms)], { serialization: 'advanced' })
  return {
    run: (job, onProgress) =>
      new Promise((resolve, reject) => {
        const end = (finish: () => void) => {
          child.off('message', onAnswer)
          child.off('exit', onExit)
          finish()
        }
        const onAnswer = (answer: Answer) => {
          if ('progress' in answer) onProgress(answer.progress)
          else if ('error' in answer) end(() => reject(new Error(answer.error)))
          else end(() => resolve(answer))
        }
        const onExit = () => end(() => reject(new Error(`worker ${terms.name} ended`)))
        child.on('message', onAnswer)
        child.on('exit', onExit)
        child.send(job)
      }),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
