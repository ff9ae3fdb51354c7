import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'

/**
 * A static copy of a site, as the reference of a loading time: the same documents without scripts, the same styles, fonts and pictures, all
 * from memory and compressed. The first argument is the site's address; it listens at PORT.
 */

interface Stored {
  status: number
  headers: Record<string, string>
  body: Buffer
}

const origin = process.argv[2] ?? ''
const stored = new Map<string, Stored>()

async function copied(path: string): Promise<Stored> {
  const answer = await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } })
  const type = answer.headers.get('content-type') ?? 'text/plain'
  const bytes = Buffer.from(await answer.arrayBuffer())
  const body = type.startsWith('text/html') ? Buffer.from(withoutScripts(bytes.toString())) : bytes
  const isText = /^text\/|json|javascript|svg/.test(type)
  const caching = { 'cache-control': answer.headers.get('cache-control') ?? 'no-cache' }
  return {
    status: answer.status,
    headers: { 'content-type': type, ...caching, ...(isText && { 'content-encoding': 'br' }) },
    body: isText ? brotliCompressSync(body) : body,
  }
}

const withoutScripts = (html: string) =>
  html.replaceAll(/<script\b[\s\S]*?<\/script>/g, '').replaceAll(/<link[^>]+modulepreload[^>]*>/g, '')

async function answerOf(path: string): Promise<Stored> {
  const known = stored.get(path) ?? (await copied(path))
  stored.set(path, known)
  return known
}

createServer((request, reply) => {
  void answerOf(request.url ?? '/').then(({ status, headers, body }) => {
    reply.writeHead(status, { ...headers, 'content-length': body.length }).end(body)
  })
}).listen(Number(process.env['PORT']), '127.0.0.1')
