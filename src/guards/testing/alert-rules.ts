import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export const rulesFolder = 'deploy/prometheus'
export const ruleFiles = ['objectives.yml', 'rules.yml'].map((name) => `${rulesFolder}/${name}`)
export const rules = ruleFiles.map((file) => readFileSync(file, 'utf8')).join('\n')
export const alertNames = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name)

/** Its garbage collection, which by default runs whenever the small heap has doubled, would take a third of its time. */
const env = { ...process.env, GOGC: '1000' }

/** Prometheus' own tool: its verdict on a rule is Prometheus' own. */
export function promtool(...args: string[]): string {
  try {
    return execFileSync('promtool', args, { encoding: 'utf8', stdio: 'pipe', env })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new Error('promtool is missing: apt-get install prometheus', { cause: error })
    }
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`promtool ${args.join(' ')}\n${stdout}${stderr}`, { cause: error })
  }
}
