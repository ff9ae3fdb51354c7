import { remembered } from '#shared/remembered.ts'
import { lookOf } from '#shared/text/lookalikes.ts'
import { found } from '../rule.ts'
import { syncRule } from '../sync-rule.ts'

/** A real account on a server whose name speaks of a demo or a game. */
export const demoServer = syncRule({
  thresholds: {},
  findings: {
    demo_server: {
      rule: 'R9',
      consequence: 'hold',
      audience: 'public',
      life: 'state',
      when: 'The server of a real account is named demo, trial, contest, practice, paper, virtual or simulated, as the name looks.',
      name: 'Server demo',
      public: 'Il conto si dichiara reale, ma il nome del suo server è quello di un conto di prova.',
      owner: {
        observed: 'Il conto si dichiara reale, ma il nome del server contiene parole da conto di prova.',
        answer: 'Se il conto è reale, rispondi con il nome del broker e la pagina in cui elenca i suoi server.',
      },
      admin:
        'Il conto dice reale, il nome del server dice demo, trial o contest. Controlla l’elenco server del broker.',
    },
    demo_server_name: {
      rule: 'R9',
      consequence: 'warning',
      audience: 'owner',
      life: 'state',
      when: 'The name of the server of a real account only begins with such a word other than demo. It may be the own name of the broker.',
      name: 'Nome simile a demo',
      owner: {
        observed: 'Il nome del server comincia con una parola che di solito indica un conto di prova.',
        answer: 'Se è il nome del tuo broker, rispondi con l’indirizzo della sua pagina dei server.',
      },
      admin:
        'Il nome del server comincia con una parola da conto di prova: forse è il nome del broker. Controlla il suo elenco.',
    },
  },
  section: 'senders',
  memory: {},
  detect(memory, { request, account: { trade_mode } }) {
    const { server } = request.account
    const naming = trade_mode === 'real' ? demoNaming(server) : null
    const code = naming === 'says' ? 'demo_server' : 'demo_server_name'
    return {
      memory,
      findings: naming === null ? [] : [found(code, { server, trade_mode })],
      checked: ['demo_server', 'demo_server_name'],
    }
  },
})

const gameWord = /^(?:trial|contest|practice|paper|virtual|simulat(?:ed|ion|or)|sandbox|preprod)$/

/** Each sync names its server, and there are few. */
const mostNames = 10_000

/**
 * Whether a server's name speaks of a game: `Broker-Demo02`, `BROKERDEMO`, `Broker-Dem0` say so. `Contest Capital-Live` begins with
 * such a word, which may be the broker's own name; `demo` is no broker's. Null where it does not.
 */
export const demoNaming = remembered(mostNames, (server): 'says' | 'begins' | null => {
  const apart = server.replaceAll(/(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$3 $2')
  const words = lookOf(apart)
    .replaceAll(/dem0(?!\d)/g, 'demo')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
  if (words.some((word) => /^demonstration$|demo$/.test(word))) return 'says'
  const first = words.findIndex((word) => gameWord.test(word))
  const more = words.slice(first + 1)
  if (first === -1) return null
  return first > 0 || more.length === 0 || more.some((word) => gameWord.test(word)) ? 'says' : 'begins'
})
