import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/testing/tcp.ts'
import { readAnswer } from './answer.ts'
import { atEnd } from './bench.ts'
import { cpuMicrosOf } from './cluster.ts'
import { installedProgram } from './installed.ts'
import { load, requestOnce, type Plan } from './load.ts'

/** One worker of nginx that answers each address with the same file, headers and a line of its log. */

type Headers = readonly [name: string, value: string][]

/**
 * Starts it; it stops at the bench's end.
 * @param answer of the product
 * @returns what measures its CPU time for each of these requests in microseconds; null where there is no nginx
 */
export async function startNginx(
  answer: { headers: Headers; body: Buffer },
  sent: readonly Buffer[],
  plan: Plan,
): Promise<(() => Promise<number>) | null> {
  const program = installedProgram('nginx')
  if (program === null) return null
  const folder = mkdtempSync(join(tmpdir(), 'toptrader-bench-nginx-'))
  atEnd(() => rmSync(folder, { recursive: true }))
  // Its worker is another user where root starts it.
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'files'))
  writeFileSync(join(folder, 'files', 'answer'), answer.body)
  const port = await freePort()
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, answer.headers))
  const nginx = spawn(program, ['-p', folder, '-e', 'error.log', '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  atEnd(() => nginx.kill('SIGKILL'))
  const master = nginx.pid ?? 0
  const worker = await workerOf(master)
  atEnd(() => process.kill(worker, 'SIGKILL'))
  const { status, body } = readAnswer(await requestOnce(port, sent[0] ?? Buffer.alloc(0)))
  if (status !== 200 || !body.equals(answer.body)) throw new Error(`nginx answers ${status}, ${body.length} bytes`)
  return async () => {
    const before = cpuMicrosOf(worker)
    let turn = 0
    const { answered } = await load(port, () => sent[turn++ % sent.length] ?? '', plan)
    return (cpuMicrosOf(worker) - before) / answered
  }
}

function configuration(folder: string, port: number, headers: Headers): string {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const others = headers.filter(([name]) => !/^content-(?:type|length)$|^etag$/i.test(name))
  return `
daemon off;
worker_processes 1;
pid ${folder}/pid;
events {}
http {
  access_log ${folder}/access.log;
  keepalive_requests 100000000;
  sendfile on;
  open_file_cache max=10;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/files;
    location / {
      try_files /answer =404;
      default_type "${type}";
${others.map(([name, value]) => `      add_header ${name} ${JSON.stringify(value)};`).join('\n')}
    }
  }
}
`
}

/** The process that answers. */
async function workerOf(master: number): Promise<number> {
  for (let attempts = 0; attempts < 100; attempts += 1) {
    const [child] = readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').split(' ').filter(Boolean)
    if (child !== undefined) return Number(child)
    await sleep(50)
  }
  throw new Error('nginx has no worker')
}
