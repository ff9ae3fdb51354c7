import { setTimeout as sleep } from 'node:timers/promises'
import { Client, escapeIdentifier, type ClientConfig } from 'pg'
import { withCode } from './errors.ts'

interface Subscription {
  channel: string
  onMessage: (payload: string) => void
  onListening: () => void
}

/** Milliseconds until a lost connection is opened again. */
const reconnectMs = 200

/** LISTEN on a connection of its own. It reconnects while anyone listens. */
export class Listener {
  readonly #settings: ClientConfig
  readonly #subscriptions = new Set<Subscription>()
  #client: Promise<Client> | null = null
  /** The newest connection, also while it opens. */
  #newest: Client | null = null

  constructor(settings: ClientConfig) {
    this.#settings = settings
  }

  /**
   * @param onListening called at the start, and again after a lost connection: messages may be missing then
   * @throws where the database is away at the start
   */
  async listen(
    channel: string,
    onMessage: (payload: string) => void,
    onListening: () => void = () => undefined,
  ): Promise<{ unlisten: () => Promise<void> }> {
    const client = await this.#connected()
    await listenTo(client, channel)
    const subscription = { channel, onMessage, onListening }
    this.#subscriptions.add(subscription)
    onListening()
    return {
      unlisten: async () => {
        this.#subscriptions.delete(subscription)
        if (this.#subscriptions.size === 0) this.close()
      },
    }
  }

  /** Ends the connection at once: a database that gives no answer would not answer the end of the session either. */
  close(): void {
    this.#subscriptions.clear()
    this.#newest?.connection.stream.destroy()
  }

  #connected(): Promise<Client> {
    return (this.#client ??= this.#connect().catch((error: unknown) => {
      this.#client = null
      throw withCode(error)
    }))
  }

  async #connect(): Promise<Client> {
    const client = new Client(this.#settings)
    this.#newest = client
    const { promise: ended, resolve: onEnd } = Promise.withResolvers<void>()
    client.on('end', onEnd)
    // The end event follows.
    client.on('error', () => undefined)
    client.on('notification', ({ channel, payload = '' }) => {
      for (const one of this.#subscriptions) if (one.channel === channel) one.onMessage(payload)
    })
    await client.connect()
    try {
      for (const channel of new Set([...this.#subscriptions].map((one) => one.channel))) await listenTo(client, channel)
    } catch (error) {
      client.connection.stream.destroy()
      throw error
    }
    for (const { onListening } of this.#subscriptions) onListening()
    void ended.then(() => this.#reconnect())
    return client
  }

  async #reconnect(): Promise<void> {
    this.#client = null
    while (this.#subscriptions.size > 0) {
      await sleep(reconnectMs)
      // It was closed meanwhile.
      if (this.#subscriptions.size === 0) return
      try {
        await this.#connected()
        return
      } catch {
        // Still away.
      }
    }
  }
}

async function listenTo(client: Client, channel: string): Promise<void> {
  try {
    await client.query(`listen ${escapeIdentifier(channel)}`)
  } catch (error) {
    throw withCode(error)
  }
}
