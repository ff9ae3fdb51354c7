import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/**
 * The disruption between the product and its store. `busy`: 503 for everything; `cut`: the connection ends inside the request; `lost`:
 * the request arrives and its answer does not; `silent`: nothing ever answers.
 */
export type Disruption = 'none' | 'busy' | 'cut' | 'lost' | 'silent'

/** A store that speaks S3, behind a line that can be disturbed. */
export interface S3Server {
  /** The settings of a product that keeps its files there. */
  env: Record<string, string>
  line: { disruption: Disruption; /** Requests so far. */ requests: number }
  stop: () => Promise<void>
}

const requestLine = /^[A-Z]+ \//

export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'toptrader-s3-'))
  const bucket = 'caricati'
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  })
  const { port: storePort } = await store.run()
  const line: S3Server['line'] = { disruption: 'none', requests: 0 }
  const sockets = new Set<Socket>()
  const gate = createServer((client) => {
    const far = connect(storePort, '127.0.0.1')
    for (const socket of [client, far]) sockets.add(socket)
    client.on('data', (part: Buffer) => {
      const { disruption } = line
      if (requestLine.test(part.toString('latin1', 0, 16))) line.requests += 1
      if (disruption === 'busy') {
        client.end('HTTP/1.1 503 Slow Down\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      } else if (disruption === 'cut') {
        far.write(part.subarray(0, Math.floor(part.length / 2)))
        client.destroy()
      } else if (disruption !== 'silent') far.write(part)
    })
    far.on('data', (part) => {
      if (line.disruption === 'lost') client.destroy()
      else client.write(part)
    })
    client.on('error', () => far.destroy()).on('close', () => far.end())
    far.on('error', () => client.destroy()).on('close', () => client.end())
  }).listen(0, '127.0.0.1')
  await once(gate, 'listening')
  const { port } = gate.address() as AddressInfo
  return {
    line,
    env: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      // The only keys that the store knows.
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async stop() {
      gate.close()
      for (const socket of sockets) socket.destroy()
      await store.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
