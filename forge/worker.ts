import { scenesOf, type Chosen } from './programme.ts'
import { playAlone, setStage, type Cluster } from './product.ts'
import { evaluated, type Evaluated } from './report.ts'
import { searchLies, type Found, type SearchTerms } from './search.ts'

/** A process of the suite: it plays what its parent asks for, one thing at a time. */

export interface WorkerTerms {
  cluster: Cluster['address']
  name: string
  chosen: Chosen
}

export type Job = { scene: number } | { search: SearchTerms }

export type Answer = { progress: string } | { played: Evaluated[] } | { found: Found[] } | { error: string }

const { cluster, name, chosen } = JSON.parse(process.argv[2] ?? '') as WorkerTerms
const scenes = scenesOf(chosen)
const stage = setStage(cluster, name)

function answer(given: Answer): void {
  process.send?.(given)
}

async function done(job: Job): Promise<Answer> {
  if ('search' in job) {
    const found = await searchLies(stage, job.search, (played) => answer({ progress: `${played} stories tried` }))
    return { found }
  }
  const stories = scenes[job.scene] ?? []
  const outcomes = await playAlone(stage, stories, (day, days) => {
    if (day > 0) answer({ progress: `scene ${job.scene + 1} of ${scenes.length}, day ${day} of ${days}` })
  })
  return { played: evaluated(outcomes) }
}

process.on('message', (job: Job) => {
  done(job).then(answer, (error: unknown) =>
    answer({ error: error instanceof Error ? (error.stack ?? '') : String(error) }),
  )
})
process.once('disconnect', () => void stage.close())
