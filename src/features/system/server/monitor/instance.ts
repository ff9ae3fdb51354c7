import { hostname } from 'node:os'

/** When this process began, ISO-8601 by the machine's clock. */
const startedAt = new Date(Math.floor(performance.timeOrigin)).toISOString()

/** Which process answers: several may stand behind one address. */
export const thisInstance = { name: `${hostname()}:${process.pid}`, started_at: startedAt }
