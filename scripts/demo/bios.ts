import type { Role } from './cast.ts'
import type { Kind } from './parts.ts'
import { themeOf, type Theme } from './showcase-texts.ts'

/** The texts of traders about themselves: how they work, never a result. Each text is taken once; who comes after the last one wrote nothing. */
const byKind: Partial<Record<Kind, readonly string[]>> = {
  blown: [
    'Seguo le notizie e cerco il movimento grosso. Preferisco poche occasioni prese forte a tante piccole.',
    'Oro e Nasdaq, quasi sempre nella stessa direzione finché il mercato non mi smentisce.',
  ],
  negative: ['Leva alta, posizioni piene, decisioni rapide. Non è un conto da copiare a occhi chiusi.'],
  martingale: [
    'Un expert advisor su euro dollaro. Dopo una perdita la posizione successiva è più grande, fino a un limite.',
  ],
  hidden: [
    'Chiudo quando il prezzo mi dà ragione, altrimenti aspetto. Il mercato prima o poi torna indietro: serve pazienza.',
  ],
  grid: ['Griglia su cambi tranquilli. Il programma aggiunge quando il prezzo si allontana e chiude tutto insieme.'],
  deep: ['Volatilità e momentum. So che la curva di questo conto non è liscia: chi la guarda lo sappia prima di me.'],
  losing: [
    'Sto ancora cercando un metodo che sia mio. Tengo il conto pubblico apposta: a nasconderlo non si impara.',
    'Ho cambiato tre approcci in un anno e i risultati si vedono. Ora provo a restare su uno solo.',
  ],
  cent: ['Conto in centesimi per provare il metodo con poco. Quando reggerà da solo passerò a quello normale.'],
  yen: ['Ho vissuto a Osaka per lavoro e il conto è rimasto in yen. Opero i cambi asiatici, con calma.'],
  case: ['Cambi principali nelle ore di Londra. Il conto è aperto presso un broker che uso da poco.'],
  gaps: [
    'Opero dal portatile, e quando viaggio il terminale resta spento. Nei periodi senza dati non guardavo il mercato.',
  ],
}

const byTheme: Record<Theme, readonly string[]> = {
  gold: [
    'Solo oro. Lo seguo da quando lavoravo in un banco metalli di Arezzo, e a furia di guardare una cosa sola si impara quando stare fermi.',
    'Un mercato, due fasce orarie, uno stop deciso prima. Il resto della giornata lo dedico ad altro.',
    'L’oro si muove per motivi che leggo nei tassi reali. Il grafico mi dice solo quando, non perché.',
    'Entro sui ritorni ai livelli della settimana prima. Se il prezzo non ci arriva, la settimana finisce senza operazioni.',
    'Vengo dalle materie prime agricole: la pazienza è rimasta, il mercato è cambiato.',
  ],
  indices: [
    'DAX la mattina, Nasdaq il pomeriggio. Ogni sera il conto è vuoto e la testa libera.',
    'Rotture dell’intervallo di apertura, con lo stop dall’altra parte. Dopo due perdite di fila spengo lo schermo.',
    'Programmo sistemi per indici da quando studiavo statistica a Padova. Qui gira l’ultimo, con le sue giornate storte.',
    'Guardo l’ampiezza della giornata più che la direzione: quando il mercato è stretto, non c’è niente da fare.',
    'Ex arbitraggista. Oggi due soli strumenti, ma seguiti dall’apertura alla chiusura.',
  ],
  crypto: [
    'Solo Bitcoin, posizioni piccole. È un mercato che di notte non dorme, e io sì.',
    'Sono qui dal ciclo del 2017: la cosa che ho imparato è ridurre la dimensione quando tutti la aumentano.',
  ],
  averaging: [
    'Divido ogni ingresso in più parti. È un modo di operare che può avere cali profondi, e va guardato con questo in mente.',
    'Medio il prezzo, con un limite di perdita sull’insieme delle posizioni. Senza quel limite non lo farei.',
  ],
  netting: [
    'Una posizione alla volta, sempre. Se cambio idea la giro, e resta scritto nella storia del conto.',
    'Seguo la tendenza del mese su un conto netting: niente coperture, niente doppi ingressi.',
  ],
  position: [
    'Poche idee, tenute per settimane. Guardo i mercati una volta al giorno, dopo cena.',
    'Insegno matematica e opero nel tempo che resta: per questo uso grafici giornalieri e stop larghi.',
    'Tendenze lunghe su indici e metalli. La maggior parte delle volte esco in pari o poco sotto, e va bene così.',
    'Ragiono per trimestri. Chi cerca movimento tutti i giorni qui si annoia, ed è giusto saperlo.',
    'Ho iniziato con i fondi e mi è rimasta l’idea che la cosa più difficile sia non fare niente.',
  ],
  swing: [
    'Due o tre operazioni la settimana sui cambi, sempre con la stessa parte del conto a rischio.',
    'Cerco i ritorni dentro una tendenza settimanale. Le analisi le scrivo la domenica, le operazioni le vedete qui.',
    'Lavoro in ospedale a turni: il metodo è fatto per chi può guardare il grafico solo la sera.',
    'Valute e un po’ di oro. Lo stop non si sposta mai all’indietro, questa è l’unica regola che conta.',
    'Metà analisi dei tassi, metà grafico. Quando le due cose non vanno d’accordo resto fuori.',
    'Vengo dal desk cambi di una banca di Lugano. Di quel lavoro ho tenuto il diario di ogni operazione.',
    'Ho un’officina e tre regole: pochi cambi, niente operazioni il venerdì, mai due posizioni sulla stessa valuta.',
    'Mi interessa capire dove gli altri hanno torto. Di solito succede dopo una notizia, non prima.',
    'Opero con mia sorella: lei cerca i livelli, io decido la dimensione. Il conto è uno solo.',
    'Scambio quasi sempre sterlina ed euro. Conosco i loro orari meglio dei miei.',
    'Tutto parte dal grafico settimanale; il resto serve soltanto a scegliere il momento.',
  ],
  intraday: [
    'Londra e apertura americana, sui cambi principali. A fine giornata il conto è chiuso, qualunque cosa succeda.',
    'Dopo nove anni in una sala operativa lavoro per conto mio. Prendo metà del profitto a metà strada e proteggo il resto.',
    'Al massimo tre decisioni al giorno, poi basta. Le peggiori le ho sempre prese dopo la quarta.',
    'Seguo la volatilità del mattino con regole scritte, sempre le stesse da anni.',
    'Operazioni brevi su euro e sterlina. Un programma le apre, io decido soltanto quando spegnerlo.',
    'Uso i livelli del giorno prima e poco altro. Più il grafico è pulito, più mi fido di quello che vedo.',
    'Ho cominciato con un conto piccolo durante l’università e ho aggiunto un po’ ogni mese.',
    'Scalping con un sistema che ho scritto da me. Le commissioni contano più delle idee, e le guardo per prime.',
    'Piano del mattino alle otto, chiusura alle sei. In mezzo cerco di non inventare niente.',
    'Da ingegnere mi fido delle misure: ogni trimestre butto via la regola che ha funzionato peggio.',
    'Opero part time, due ore prima del lavoro. Se in quelle due ore non succede nulla, pazienza.',
    'Prima il rischio, poi il resto. Sembra una frase fatta finché non salta un conto: il mio primo è saltato.',
    'Mi concentro sulle prime ore dopo i dati americani. È lì che il mio metodo ha senso, altrove no.',
    'Cambi e oro, posizioni di poche ore. La domenica rileggo tutte le operazioni della settimana.',
    'Traduco manuali tecnici, e il mercato è la mia seconda lingua. Posizioni piccole, niente notti con operazioni aperte.',
    'Opero di nuovo dopo una lunga pausa, con dimensioni dimezzate e più tempo tra un’idea e l’altra.',
    'Il mio vantaggio, se c’è, sta nell’uscire presto quando sbaglio.',
    'Velocità e costi bassi. Se lo spread si allarga smetto, anche a metà mattina.',
    'Metto qui il conto perché me lo hanno chiesto gli amici con cui studio i mercati il giovedì.',
    'Vivo a Trieste, opero dal terrazzo, e quando c’è bora resto dentro a guardare il DAX senza toccarlo.',
  ],
}

/** The text of each trader who wrote one. */
export function biosOf(roles: readonly Role[]): Map<Role, string> {
  const taken = new Map<readonly string[], number>()
  const bios = new Map<Role, string>()
  for (const role of roles) {
    if (role.kind === 'newest' || role.kind === 'held') continue
    const list = byKind[role.kind] ?? byTheme[themeOf(role.style)]
    const turn = taken.get(list) ?? 0
    taken.set(list, turn + 1)
    const text = list[turn]
    if (text !== undefined) bios.set(role, text)
  }
  return bios
}
