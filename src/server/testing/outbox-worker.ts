import { argv } from 'node:process'
import { pino } from 'pino'
import { createSecrets } from '../settings/crypto.ts'
import { connectDatabase, type DatabaseAddress } from '../database/database.ts'
import { createMailTransport } from '../outbox/mail.ts'
import { deliverOutbox } from '../outbox/outbox-delivery.ts'

// One delivery of the outbox in a process of its own, to be killed: node outbox-worker.ts ADDRESS SMTP_URL NOW
const [, , address = '{}', url = '', now = '0'] = argv
const transport = createMailTransport({ SMTP_URL: url, MAIL_FROM: 'TopTrader <no-reply@toptrader.example>' })
if (transport === null) throw new Error('no mail server given')
const secrets = createSecrets({ SECRET_KEY: `test:${Buffer.alloc(32, 7).toString('base64')}`, DATA_DIR: '/nowhere' })
const { sql, close } = connectDatabase(JSON.parse(address) as DatabaseAddress, { max: 2 })
await deliverOutbox({ sql, clock: { now: () => Number(now) }, log: pino({ level: 'silent' }), secrets }, transport)
await close()
